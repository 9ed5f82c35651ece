import type { RecordLine } from '../record-line.js'
import type { Finding } from './finding.js'

interface Course {
  asked: boolean
  proposed?: string
  decision?: string
  decided?: string
}

type Place = Pick<Finding, 'file' | 'line' | 'writer' | 'seq'>
type Problem = Pick<Finding, 'kind' | 'message'>

/**
 * Follows calls that somebody was asked about, over all writers: what ran must be what was decided on, and nothing that
 * was asked about may run without a decision, or against it.
 */
export class ApprovalCheck {
  readonly #courses = new Map<string, Course>()
  readonly #ran = new Map<string, { executed?: string; decided?: string; decision?: string; at: Place }>()
  decisions = 0

  /** Takes the records of approvals; `at` says where the record is. */
  follow(line: RecordLine, at: Place): void {
    const { call_id, type, approval } = line.record
    const concerns = approval !== undefined || type.startsWith('approval.') || this.#courses.size > 0
    if (call_id === undefined || !concerns) return
    const { record, content } = line
    if (type === 'approval.request') this.#course(call_id).asked = true
    if (type === 'approval.request' && content?.approval)
      this.#course(call_id).proposed = content.approval.proposed
    if (type === 'approval.decision') {
      this.decisions += 1
      Object.assign(this.#course(call_id), {
        decision: approval?.decision,
        decided: content?.approval?.decided,
      })
    }
    const ran = type === 'tool.input' && record.outcome === undefined
    if (ran && (approval || this.#courses.has(call_id)))
      this.#ran.set(call_id, { ...content?.approval, decision: approval?.decision, at })
  }

  /** Says what ran otherwise than it was decided, once every record was seen. */
  findings(): Finding[] {
    return [...this.#ran].flatMap(([callId, ran]) => {
      const problem = problemWith(callId, ran, this.#courses.get(callId))
      return problem ? [{ verdict: 'approvals', ...ran.at, ...problem }] : []
    })
  }

  #course(callId: string): Course {
    const course = this.#courses.get(callId) ?? { asked: false }
    this.#courses.set(callId, course)
    return course
  }
}

function problemWith(
  callId: string,
  ran: { executed?: string; decided?: string; decision?: string },
  course: Course | undefined,
): Problem | undefined {
  const unapproved = (why: string): Problem => ({ kind: 'unapproved', message: `${callId} ${why}` })
  const decision = course?.decision ?? ran.decision
  if (course?.asked && decision === undefined) return unapproved('was asked about and ran without a decision')
  if (decision === 'denied' || decision === 'expired') return unapproved(`ran although it was ${decision}`)
  const decided = course?.decided ?? ran.decided
  if (ran.executed && decided && ran.executed !== decided)
    return unapproved('ran with another input than was decided on')
  if (decision === 'approved' && course?.proposed && decided && decided !== course.proposed)
    return unapproved('was approved with another input than was proposed, and not as modified')
  return undefined
}
