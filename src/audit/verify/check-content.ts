import type { RecordLine } from '../record-line.js'
import type { Finding } from './finding.js'
import type { Verification } from './verification.js'

type Place = Pick<Finding, 'file' | 'line' | 'writer' | 'seq'>

/** Checks that the content of a record is the one its chain committed to, and that no secret is in it. */
export function checkContent(verification: Verification, line: RecordLine, at: Place): void {
  const { record, erased } = line
  const altered = (message: string) =>
    verification.find({ ...at, verdict: 'views', kind: 'altered', message })
  const committed = record.commit?.transcript
  if (committed === undefined) {
    if (line.hasContent || erased) altered('has content that its chain does not know of')
    return
  }
  if (erased) verification.erased.add(record.writer, record.seq)
  else if (line.contentHash !== committed) altered('its content is not the one that was recorded')
  else search(verification, line, at)
}

function search(verification: Verification, line: RecordLine, at: Place): void {
  verification.views += 1
  const { redactor } = verification
  const content = redactor && line.content
  const found = redactor && content ? redactor.explain(content.view.transcript) : []
  if (found.length === 0) return
  const where = found.slice(0, 3).map(({ rule, pointer }) => `${rule} at ${pointer || '/'}`)
  const message = `holds what looks like a secret: ${where.join(', ')}`
  verification.find({ ...at, verdict: 'secrets', kind: 'secret', message })
}
