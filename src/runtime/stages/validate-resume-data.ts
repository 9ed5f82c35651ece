import { isThenable } from '../../observe/limit.js'
import { ATTR } from '../../observe/names.js'
import { quietly } from '../../observe/quietly.js'
import type { Call } from '../call-state.js'
import { keep } from '../keep.js'
import { refuse } from '../refuse.js'
import { type Validated, validate } from '../validate.js'

/** Validates what a suspended call is resumed with; the tool gets what the schema made of it. */
export function validateResumeData(call: Call): void | Promise<void> {
  const { continuation } = call.request
  const values = continuation?.stored.values
  if (!continuation || (continuation.stored.kind !== 'suspend' && values?.suspendPayload === undefined))
    return
  call.suspendPayload = values?.suspendPayload
  call.resumeData = continuation.resumeData ?? values?.resumeData
  const { resumeSchema } = call.tool
  const validated = resumeSchema ? validate(resumeSchema, call.resumeData) : { value: call.resumeData }
  return isThenable(validated) ? validated.then(done => accept(call, done)) : accept(call, validated)
}

async function accept(call: Call, validated: Validated): Promise<void> {
  if (validated.issues)
    throw refuse(call, 'resume data', validated.issues, call.resumeData, call.tool.resumeSchema)
  const given = call.resumeData
  call.resumeData = validated.value
  if (call.request.continuation?.stored.kind !== 'suspend') return
  measureWait(call)
  await keep(call, { type: 'resume', phase: 'resume', payload: given })
}

function measureWait({ kernel, instruments, toolName, request }: Call): void {
  const since = request.continuation?.stored.createdAt
  if (kernel.metrics !== 'all' || since === undefined) return
  const waitedS = Math.max(0, kernel.clock.date() - since) / 1_000
  const attributes = { [ATTR.toolName]: kernel.toolNames(toolName) }
  quietly(() => instruments.suspendWaitDuration.record(waitedS, attributes))
}
