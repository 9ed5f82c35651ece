/** What the usual failures mean, in words for a report. */
const FAILURES: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is in the way of the folder',
  EEXIST: 'a file is in the way of the folder',
}

/** Says in a few words why a file could not be read or written, without the path in it. */
export function fileFailure(error: unknown): string {
  const code = codeOf(error)
  return FAILURES[code] ?? code
}

/** Returns the code of a failed system call, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
