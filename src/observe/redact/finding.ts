/** A stretch of text to take out. */
export interface Finding {
  start: number
  end: number
  rule: string
  /** What to write instead of the mask, where a format asks for a fixed word. */
  as?: string
}

/** Looks for one kind of secret in a text and adds what it finds; cost must be linear in the text. */
export type Detector = (text: string, found: Finding[]) => void

/** Sorts findings and joins those that overlap; the longer one, or else the earlier added, gives the rule. */
export function mergeFindings(found: Finding[]): Finding[] {
  if (found.length < 2) return found
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: Finding[] = []
  let last: Finding | undefined
  for (const next of found) {
    if (last && next.start < last.end) last = joinFinding(merged, last, next)
    else {
      last = next
      merged.push(last)
    }
  }
  return merged
}

/** Writes the text with every finding replaced; findings must be sorted and apart. */
export function replaceFindings(
  text: string,
  findings: readonly Finding[],
  mask: (rule: string, value: string) => string,
): string {
  let result = ''
  let from = 0
  for (const { start, end, rule, as } of findings) {
    result += text.slice(from, start) + (as ?? mask(rule, text.slice(start, end)))
    from = end
  }
  return result + text.slice(from)
}

function joinFinding(merged: Finding[], last: Finding, next: Finding): Finding {
  if (next.end <= last.end) return last
  const longer = next.end - next.start > last.end - last.start ? next : last
  const joined = { start: last.start, end: next.end, rule: longer.rule }
  merged[merged.length - 1] = joined
  return joined
}
