import { type OpenSegmentFile, openSegmentFile } from '../../../src/audit/segment-file.js'

/** Real files on a disk that can be told to fail. */
export function faultyFiles() {
  const disk = { writes: '', syncs: '' }

  function failure(code: string): Error {
    return Object.assign(new Error(`${code}: no, write`), { code })
  }

  const openFile: OpenSegmentFile = path => {
    const file = openSegmentFile(path)
    return {
      ...file,
      async write(bytes, position) {
        if (!disk.writes) return file.write(bytes, position)
        // A full disk takes a part before it refuses.
        await file.write(bytes.subarray(0, bytes.length >> 1), position)
        throw failure(disk.writes)
      },
      async sync() {
        if (disk.syncs) throw failure(disk.syncs)
        return file.sync()
      },
    }
  }
  return { disk, openFile }
}
