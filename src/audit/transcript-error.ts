/** What the usual failures mean. */
const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk failed',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is in the way of the folder',
  EEXIST: 'a file is in the way',
  EMFILE: 'too many files are open',
  EFBIG: 'a file may not grow further',
}

/** A transcript could not do what it promised. `code` is that of the system, where it was the system that refused. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError'
  readonly code?: string

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = codeOf(options?.cause)
  }

  /** Returns the error for a folder that could not be written. */
  static of(cause: unknown, dir: string): TranscriptError {
    const code = codeOf(cause)
    const reason = code ? (REASONS[code] ?? code) : cause instanceof Error ? cause.message : 'unknown error'
    return new TranscriptError(`${dir} cannot be written: ${reason}`, { cause })
  }
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}
