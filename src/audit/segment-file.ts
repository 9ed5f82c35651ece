import { closeSync, fdatasync, ftruncate, openSync, write, writeSync } from 'node:fs'
import { promisify } from 'node:util'

/** A file that one writer adds to. Every write names its place, so that it can be done again. */
export interface SegmentFile {
  write(bytes: Uint8Array, position: number): Promise<void>
  /** Writes at once, for a process that is about to end. */
  writeNow(bytes: Uint8Array, position: number): void
  /** Resolves once what was written is on the disk. */
  sync(): Promise<void>
  truncate(size: number): Promise<void>
  close(): void
}

/** Makes the files of a transcript; a test can give one whose disk is full. */
export type OpenSegmentFile = (path: string) => SegmentFile

const [writeAt, syncData, cutBack] = [promisify(write), promisify(fdatasync), promisify(ftruncate)]

/** Creates a file that is not there yet, with mode 0600. */
export const openSegmentFile: OpenSegmentFile = path => {
  const fd = openSync(path, 'wx', 0o600)
  return {
    async write(bytes, position) {
      for (let done = 0; done < bytes.length; )
        done += (await writeAt(fd, bytes, done, bytes.length - done, position + done)).bytesWritten
    },
    writeNow(bytes, position) {
      for (let done = 0; done < bytes.length; )
        done += writeSync(fd, bytes, done, bytes.length - done, position + done)
    },
    sync: () => syncData(fd),
    truncate: size => cutBack(fd, size),
    close: () => closeSync(fd),
  }
}
