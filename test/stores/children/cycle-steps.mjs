const STATES = ['waiting', 'approved', 'running', 'done']

/** Returns the record as it is after a step of its life; every fifth step removes it. */
export function recordAfter(step, id) {
  const revision = step % (STATES.length + 1)
  if (revision === 0) return undefined
  const facts = { tenant: 'acme', actor: `actor-${step}` }
  const state = STATES[revision - 1]
  return {
    id,
    kind: 'approval',
    state,
    revision,
    toolName: `tool-${step}`,
    toolCallId: 'call_1',
    createdAt: 1,
    updatedAt: step,
    schemaDigest: 's',
    inputDigest: 'i',
    shown: { padding: 'shown '.repeat(2000), step },
    facts,
    ...(state !== 'done' && { values: { input: { step, padding: 'input '.repeat(5000) } } }),
  }
}
