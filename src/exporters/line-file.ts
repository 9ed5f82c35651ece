import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, fileFailure } from '../observe/file-failure.js'
import { DeliveryError } from './delivery-error.js'
import { applyRetention, type RetentionLimits, STORE_FILE_SUFFIX } from './retention.js'

export interface LineFileOptions extends RetentionLimits {
  /** Folder of the files; made with mode 0700 at the first line. */
  folder: string
  /** Size in bytes past which the next line begins a new file. */
  maxBytes: number
}

/** Appends whole lines to the files of one folder: one file a process, a new one when it is full. */
export interface LineFile {
  /** Appends lines, each in one write. @throws {DeliveryError} When the folder or the file cannot be written. */
  append(lines: readonly Uint8Array[]): Promise<void>
}

const NEWLINE = Buffer.from('\n')

/**
 * Creates the writer of a folder; nothing is touched before the first line.
 *
 * The file is opened for each append, so that no descriptor is held and a file that another process's retention took
 * away is begun anew. Appends must not overlap; the caller queues them.
 */
export function createLineFile({ folder, maxBytes, ...limits }: LineFileOptions): LineFile {
  let path: string | undefined

  async function startFile(): Promise<FileHandle> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await applyRetention(folder, { ...limits, maxFiles: limits.maxFiles - 1 })
    const started = await openNew(folder)
    path = started.path
    return started.file
  }

  async function appendLine(line: Uint8Array): Promise<void> {
    let file = (await reopen(path)) ?? (await startFile())
    try {
      let { size } = await file.stat()
      if (size > 0 && size + line.byteLength > maxBytes) {
        await file.close()
        file = await startFile()
        size = 0
      }
      await writeWhole(file, line, size)
    } finally {
      await file.close()
    }
  }

  return {
    append: async lines => {
      try {
        for (const line of lines) await appendLine(line)
      } catch (cause) {
        path = undefined
        throw new DeliveryError(`${folder} cannot be written: ${fileFailure(cause)}`, { cause })
      }
    },
  }
}

/** Opens the file of the last line, unless there is none or its folder was deleted meanwhile. */
async function reopen(path: string | undefined): Promise<FileHandle | undefined> {
  if (path === undefined) return undefined
  return open(path, 'a', 0o600).catch(error => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
}

/** Opens a file that nobody has: a second exporter or a worker thread may start in the same millisecond. */
async function openNew(folder: string): Promise<{ path: string; file: FileHandle }> {
  const stem = `${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}`
  for (let n = 1; ; n++) {
    const path = join(folder, `${stem}${n === 1 ? '' : `-${n}`}${STORE_FILE_SUFFIX}`)
    try {
      return { path, file: await open(path, 'ax', 0o600) }
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || n >= 1000) throw error
    }
  }
}

/** Writes a line and its end, or cuts the file back to the size it had. */
async function writeWhole(file: FileHandle, line: Uint8Array, size: number): Promise<void> {
  try {
    await file.appendFile(Buffer.concat([line, NEWLINE]))
  } catch (error) {
    await file.truncate(size).catch(() => {})
    throw error
  }
}
