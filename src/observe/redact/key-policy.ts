import {
  describingEndings,
  harmlessBefore,
  sensitiveEndings,
  sensitiveNames,
  sensitiveRuns,
  sensitiveWords,
} from './key-lists.js'
import { keyWords } from './key-words.js'

/** Why a name is sensitive. */
export interface KeyMatch {
  /** `key:` and the words that matched. */
  rule: string
  /** Only texts are secret: a number or a flag of this name is kept. */
  textOnly: boolean
}

/** Says whether the value of a name is to be redacted. */
export type KeyPolicy = (name: string) => KeyMatch | undefined

/** Compounds without a mark between their words, such as `dbpassword` and `PGPASSWORD`. */
const sensitiveTail =
  /(?:password|passwd|passphrase|secret|apikey|privatekey|accesskey|accesstoken|authtoken|refreshtoken)$/

/** A rule is part of what is written, and must stay short enough to be recognised there. */
const maxRule = 64

/** Names remembered; programs use few, and a flood of made-up ones must not fill memory. */
const maxRemembered = 4096

/** Creates the key policy, with further names matched word by word. */
export function createKeyPolicy(further: readonly string[] = []): KeyPolicy {
  const runs = [...sensitiveRuns]
  const own = further.map(keyWords).filter(words => words.length > 0)
  const seen = new Map<string, KeyMatch | null>()

  return function matchKey(name) {
    const known = seen.get(name)
    if (known !== undefined) return known ?? undefined
    const match = matchWords(keyWords(name), runs, own)
    if (name.length > 64) return match
    if (seen.size >= maxRemembered) seen.clear()
    seen.set(name, match ?? null)
    return match
  }
}

function matchWords(words: string[], runs: string[][], own: string[][]): KeyMatch | undefined {
  const ownRun = own.find(run => indexOfRun(words, run) !== -1)
  if (ownRun) return { rule: `key:${ownRun.join('-').slice(0, maxRule)}`, textOnly: false }
  const last = words.at(-1)
  if (last === undefined || describingEndings.has(last)) return undefined
  if (words.length === 1 && sensitiveNames.has(last)) return { rule: `key:${last}`, textOnly: false }
  const word = words.map(sensitivePart).find(part => part !== undefined)
  if (word) return { rule: `key:${word}`, textOnly: false }
  const run = runs.find(each => indexOfRun(words, each) !== -1)
  if (run) return { rule: `key:${run.join('-')}`, textOnly: run.at(-1) === 'token' }
  return matchEnding(words, last)
}

/** A compound is named by its end, as a rule is told and counted, and what stands before may be any text. */
function sensitivePart(word: string): string | undefined {
  return sensitiveWords.has(word) ? word : sensitiveTail.exec(word)?.[0]
}

function matchEnding(words: string[], last: string): KeyMatch | undefined {
  if (!sensitiveEndings.has(last) || harmlessBefore.has(words.at(-2) ?? '')) return undefined
  return { rule: `key:${last}`, textOnly: last === 'token' }
}

function indexOfRun(words: string[], run: string[]): number {
  for (let at = 0; at + run.length <= words.length; at++) {
    if (run.every((word, offset) => isWord(words[at + offset], word))) return at
  }
  return -1
}

function isWord(word: string | undefined, wanted: string): boolean {
  return word === wanted || word === `${wanted}s`
}
