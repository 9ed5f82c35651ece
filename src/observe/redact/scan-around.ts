import { characterSet, wordCharacters } from './character-set.js'
import { type Finding, mergeFindings } from './finding.js'

/** Stands for what was found while the rest is looked at; every redactor knows it as a mask. */
const standIn = '[REDACTED:known]'
/** Each round can only uncover what the one before it stood beside. */
const maxRounds = 4
const isWordCharacter = characterSet(wordCharacters)

type Scan = (text: string) => Finding[]

/**
 * Finds what is known for a secret only once what it is glued to has been replaced, as a mask is a boundary where a
 * word was none: redacting the result again must change nothing.
 */
export function scanAround(text: string, first: Finding[], scan: Scan): Finding[] {
  let found = first
  for (let round = 0; round < maxRounds && found.some(finding => isGlued(text, finding)); round++) {
    const more = findBeside(text, found, scan)
    if (more.length === 0) break
    found = mergeFindings([...found, ...more])
  }
  return found
}

function isGlued(text: string, { start, end, rule }: Finding): boolean {
  return rule === 'known' || isWordCharacter(text, start - 1) || isWordCharacter(text, end)
}

/** Scans a text with stand-ins for what was found, and returns what else is found, by its place in the text. */
function findBeside(text: string, found: readonly Finding[], scan: Scan): Finding[] {
  let masked = ''
  let from = 0
  /** Where each stand-in stands in the masked text. */
  const places = found.map(finding => {
    masked += text.slice(from, finding.start)
    const start = masked.length
    masked += finding.as ?? standIn
    from = finding.end
    return { start, end: masked.length, finding }
  })
  masked += text.slice(from)
  let next = 0
  let moved = 0
  function origin(at: number, edge: 'start' | 'end'): number {
    for (let place = places[next]; place && place.end <= at; place = places[++next])
      moved = place.finding.end - place.end
    const place = places[next]
    return place && place.start < at ? place.finding[edge] : at + moved
  }
  return scan(masked).map(({ start, end, rule, as }) => ({
    start: origin(start, 'start'),
    end: origin(end, 'end'),
    rule,
    as,
  }))
}
