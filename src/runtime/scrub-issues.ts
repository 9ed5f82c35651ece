import type { Redactor } from '../observe/redact/redactor.js'
import { hideValues, wordsIn } from './hide-values.js'
import { leavesOf } from './leaves-of.js'
import { type ToolSchema, toJsonSchema } from './schema.js'
import type { RawIssue } from './validate.js'
import type { ValidationIssue } from './validation-error.js'

const KEY = '[key]'
const INVALID = 'is invalid'
// Past these a text says no more than its path does.
const MOST_TEXTS = 100
// Words of any schema library's own texts; a value that happens to be one of them tells nothing unless it is quoted.
const VOCABULARY = new Set(
  (
    'a additional all allowed an and any array at bad be been between big bigint boolean but by characters constant ' +
    'contain contains could check date datetime divisible does duplicate duplicates element elements email empty end ' +
    'entries equal exactly exclusive expected false field file finite format function greater has have in include ' +
    'includes infinity input instance integer invalid ip is it iso items key keys least length less limit long map ' +
    'match matching matches maximum minimum missing more most multiple must name names nan negative neither no nor not ' +
    'null number object of on one only option options or pattern positive property properties range reason received ' +
    'record regex required safe schema set short size small start starts string structure symbol than that the this ' +
    'time to too true tuple type undefined unexpected unique unknown unrecognized url uuid valid value values was with ' +
    'base64 base64url cidrv4 cidrv6 cuid2 e164 encoded ipv4 ipv6 utf8 uuidv4 uuidv6 uuidv7'
  ).split(' '),
)

/**
 * Takes the values that failed out of the texts of a failed validation, whatever library wrote them: values whole or
 * cut, unknown keys, and path segments that the schema does not declare. A text about a value that is too
 * large or could not be read whole says only that something is invalid, unless it has no words but those of any schema.
 */
export function scrubIssues(
  issues: readonly RawIssue[],
  value: unknown,
  schema: ToolSchema,
  redactor: Redactor,
): ValidationIssue[] {
  const declared = declaredWords(schema)
  const { texts, complete } = leavesOf(value)
  const isDeclared = (word: string) => declared.words.has(word)
  const isCommon = (word: string) => VOCABULARY.has(word)
  const hide = complete
    ? hideValues(texts, { isCommon, isDeclared })
    : // Values that are not all known cannot be looked for, so that only words that are of the schema anyway can stay.
      (text: string) => (isOnly(text, word => isCommon(word) || isDeclared(word)) ? text : INVALID)
  return issues.map(({ path, message }, position) => {
    const containers = containersAlong(path, value)
    return {
      path: writePath(
        path,
        key => (declared.texts.has(key) ? key : KEY),
        (_key, depth) => Array.isArray(containers[depth]),
      ),
      message: position < MOST_TEXTS ? redactor.redactText(hide(message)) : INVALID,
    }
  })
}

/** Tells whether a text has none but harmless words; a quoted one may be the value. */
function isOnly(text: string, isHarmless: (word: string) => boolean): boolean {
  return text.length <= 1_000 && !/["'`]/.test(text) && wordsIn(text).every(isHarmless)
}

/** Writes a path as `address.city` or `items[0]`. */
export function writePath(
  path: readonly PropertyKey[],
  keyText: (key: string) => string = key => key,
  isIndex: (key: string, depth: number) => boolean = key => /^\d+$/.test(key),
): string {
  let text = ''
  for (const [depth, segment] of path.entries()) {
    const key = String(segment)
    if (isIndex(key, depth)) text += `[${key}]`
    else text += text ? `.${keyText(key)}` : keyText(key)
  }
  return text
}

/** What each segment of a path is looked up in, so that the number of an item is told from a key made of digits. */
function containersAlong(path: readonly PropertyKey[], value: unknown): unknown[] {
  const containers: unknown[] = []
  let container = value
  for (const segment of path) {
    containers.push(container)
    container = ownValue(container, segment)
  }
  return containers
}

function ownValue(container: unknown, key: PropertyKey): unknown {
  try {
    return Object.getOwnPropertyDescriptor(container, key)?.value
  } catch {
    return undefined
  }
}

interface DeclaredWords {
  /** Names and constants, whole. */
  texts: ReadonlySet<string>
  /** The words of them. */
  words: ReadonlySet<string>
}

const NONE: DeclaredWords = { texts: new Set(), words: new Set() }
const declaredBySchema = new WeakMap<ToolSchema, DeclaredWords>()

/** Every name and constant that the schema itself states; none where it has no JSON form to read them from. */
function declaredWords(schema: ToolSchema): DeclaredWords {
  const known = declaredBySchema.get(schema)
  if (known) return known
  const json = toJsonSchema(schema, 'input')
  const declared = 'schema' in json ? declaredIn(json.schema) : NONE
  declaredBySchema.set(schema, declared)
  return declared
}

function declaredIn(schema: object): DeclaredWords {
  const { texts } = leavesOf(schema)
  return { texts, words: new Set([...texts].flatMap(wordsIn)) }
}
