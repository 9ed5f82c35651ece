/** Returns a record of a task, as a runtime would keep it. */
export function aRecord(id) {
  return {
    id,
    kind: 'task',
    state: 'pending',
    revision: 1,
    toolName: 't',
    toolCallId: 'c',
    createdAt: 1,
    updatedAt: 1,
    schemaDigest: 's',
    inputDigest: 'i',
    facts: {},
    shown: null,
    values: { input: id },
  }
}
