/** Tells whether a client that declared these capabilities shows forms to a person; in its first version that was `{}`. */
export function showsForms(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as { elicitation?: Record<string, unknown> }
  if (!elicitation) return false
  return elicitation['form'] !== undefined || Object.keys(elicitation).length === 0
}
