import type { WriterSegments } from '../list-segments.js'
import type { VerdictName } from './finding.js'
import type { KnownHead } from './known-heads.js'
import type { Verification } from './verification.js'

/** The answer to one of the questions. `unknown` says that it cannot be told from what is there; it is never `ok`. */
export interface Verdict {
  status: 'ok' | 'failed' | 'incomplete' | 'unknown'
  detail: string
}

interface Facts {
  anchored: readonly KnownHead[] | undefined
  writers: readonly WriterSegments[]
  running: number
  searched: boolean
}

/** Sums up what was found, one answer for each question. */
export function verdictsOf(verification: Verification, facts: Facts): Record<VerdictName, Verdict> {
  const { records, lines, checkpoints, approvals, views, erased, failed } = verification
  const answer = (name: VerdictName, detail: string, otherwise: Verdict['status'] = 'ok'): Verdict => ({
    status: failed.get(name) ?? otherwise,
    detail,
  })
  const erasedNote = erased.size > 0 ? `, ${erased.size} erased with a receipt` : ''
  return {
    parse: answer('parse', counted(lines, 'line')),
    order: answer('order', `${counted(records, 'record')} of ${counted(facts.writers.length, 'writer')}`),
    chain: answer('chain', counted(records, 'record')),
    merkle: answer('merkle', counted(checkpoints, 'checkpoint')),
    signature: signatureOf(verification, answer),
    completeness: completenessOf(verification, facts, answer),
    approvals: answer('approvals', counted(approvals.decisions, 'decision')),
    views: answer('views', `${counted(views, 'view')}${erasedNote}`),
    secrets: facts.searched
      ? answer('secrets', `${counted(views, 'view')} searched`)
      : answer('secrets', 'not searched', 'unknown'),
  }
}

type Answer = (name: VerdictName, detail: string, otherwise?: Verdict['status']) => Verdict

function signatureOf({ keys, checkpoints, unsigned }: Verification, answer: Answer): Verdict {
  if (keys.size === 0) return answer('signature', 'there is no public key to check it with', 'unknown')
  const tail = unsigned > 0 ? `, ${counted(unsigned, 'record')} after the last not signed` : ''
  return answer('signature', `${counted(checkpoints, 'signature')}${tail}`)
}

function completenessOf(verification: Verification, facts: Facts, answer: Answer): Verdict {
  const { anchored, writers, running } = facts
  const open = running > 0 ? `, ${running} still writing` : ''
  if (!anchored) {
    const detail = `without an anchor nobody can tell what was cut off together with the heads beside it${open}`
    return answer('completeness', detail, 'unknown')
  }
  const inAnchor = new Set(anchored.map(({ writer }) => writer))
  const newer = writers.filter(({ writer }) => !inAnchor.has(writer)).length
  if (newer > 0 && !inAnchor.has(undefined)) {
    return answer(
      'completeness',
      `${newer} of ${writers.length} writers are not in the anchor${open}`,
      'unknown',
    )
  }
  if (inAnchor.has(undefined) && writers.length > 1)
    return answer(
      'completeness',
      `the anchor speaks of one writer, and there are ${writers.length}`,
      'unknown',
    )
  const { size } = verification.pruned
  const pruned = size > 0 ? `, ${size} pruned with a receipt` : ''
  return answer('completeness', `all that the anchor knows of is here${pruned}${open}`)
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}
