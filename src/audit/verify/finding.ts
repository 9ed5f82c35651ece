/** What is asked of a transcript, each with an answer of its own. */
export type VerdictName =
  | 'parse'
  | 'order'
  | 'chain'
  | 'merkle'
  | 'signature'
  | 'completeness'
  | 'approvals'
  | 'views'
  | 'secrets'

/** What was done to a record or a file, as far as it can be told, or what is wrong with it. */
export type FindingKind =
  | 'altered'
  | 'removed'
  | 'inserted'
  | 'reordered'
  | 'resigned'
  | 'torn'
  | 'unfinished'
  | 'lost'
  | 'unapproved'
  | 'secret'

export interface Finding {
  verdict: VerdictName
  kind: FindingKind
  message: string
  file?: string
  /** From 1. */
  line?: number
  writer?: string
  seq?: number
}

/** Findings that a process which was stopped leaves behind; any other is somebody's doing. */
const RESIDUE: ReadonlySet<FindingKind> = new Set(['torn', 'unfinished', 'lost'])

/** Tells whether a finding is what a crash leaves behind, and no sign of tampering. */
export function isResidue({ kind }: Finding): boolean {
  return RESIDUE.has(kind)
}
