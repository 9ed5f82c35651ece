/** A value that JSON can hold without loss. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** One thing a redactor took out: the rule that matched and where it stood, never the value. */
export interface Redaction {
  /** Name of the rule, such as `key:password`, `jwt` or `declared`. */
  rule: string
  /** JSON Pointer (RFC 6901) of the value in what was given; `''` is the whole of it. */
  pointer: string
}

/** What is known of one payload before it is looked at. */
export interface RedactContext {
  /**
   * JSON Pointers of the fields declared sensitive, relative to the value; a `*` segment stands for any key or index.
   * A field under one of them is redacted whole, whatever it holds.
   */
  declared?: readonly string[]
  /**
   * JSON Pointers of the fields declared harmless, in the same form. The name of such a field is not held against its
   * value, though its text is still searched; a strict redactor keeps nothing else.
   */
  harmless?: readonly string[]
  /** JSON Pointers of the fields that a schema names; a strict redactor replaces every other name. */
  named?: readonly string[]
  /**
   * Whether the value is held to what is declared harmless. Default: what the redactor is; `false` is for what can have
   * no schema, such as the attributes of another library's spans.
   */
  strict?: boolean
  /** Values known to be sensitive in this call: replaced wherever they occur in text, in every encoded form. */
  values?: readonly string[]
  /**
   * About how many characters the result may hold, unlimited by default. Past it the rest is dropped, unread, and
   * `[Truncated]` stands in its place; the cut moves back to a boundary so that no part of a secret is left.
   */
  budget?: number
  /** Told at the end that nothing was dropped for the budget. */
  onWhole?: () => void
  /** Told the rule of each thing that is taken out, so that they can be counted; never a value. It may not throw. */
  onRedaction?: (rule: string) => void
  /** Is filled with what `redact` takes out: rules and JSON Pointers. */
  redactions?: Redaction[]
}

/** What is known of a text before it is looked at. */
export type TextContext = Pick<RedactContext, 'values' | 'onRedaction'>

export interface RedactorOptions {
  /** Further key names whose values are redacted, matched word by word as `accessToken` = `access_token`. */
  keys?: readonly string[]
  /** Further patterns for text; one that can take exponential time is refused. */
  patterns?: readonly RegExp[]
  /** Secrets known at start; the same as calling `registerSecret` for each. */
  secrets?: readonly string[]
  /**
   * Also register the values of `*_KEY`, `*_TOKEN`, `*_SECRET` and `*_PASSWORD` that the environment has now, `true` for
   * `process.env`. Default `false`.
   */
  env?: boolean | Readonly<Record<string, string | undefined>>
  /** Also redact e-mail addresses, telephone numbers and IP addresses. Default `false`. */
  pii?: boolean
  /** Keep only what is declared harmless: see `RedactContext.harmless`. Texts without a schema are searched as ever. */
  strict?: boolean
  /** What stands for a redacted value. Default: `[REDACTED:rule]`. */
  replacement?: Replacement
}

/**
 * What stands for a redacted value: `'mask'` keeps the last four characters of a card number and of what has at least
 * 16; `'hmac'` writes a keyed hash, so that equal values can be told to be equal, with a key made up for this redactor
 * or a given one; any other text stands as it is; a function is given the rule and never the value.
 */
export type Replacement =
  | 'mask'
  | 'hmac'
  | { hmac: string | Uint8Array }
  | (string & {})
  | ((rule: string) => string)

/**
 * Takes secrets out of values and texts. One redactor serves every sink: spans, logs, errors, events, transcripts.
 *
 * No method throws, changes its argument, calls a getter or follows a cycle.
 */
export interface Redactor {
  /** Whether only what is declared harmless is kept. Default `false`. */
  readonly strict?: boolean
  /** Digest of what the redactor was told to look for; the same for redactors that redact alike. Holds no secret. */
  readonly policyDigest?: string
  /** Returns a JSON-safe copy of a value without its secrets. */
  redact(value: unknown, context?: RedactContext): JsonValue
  /** Returns a text without its secrets. */
  redactText(text: string, context?: TextContext): string
  /** Lists what `redact` would take out, as rules and JSON Pointers; never a value. */
  explain(value: unknown, context?: RedactContext): Redaction[]
  /** Remembers a secret, so that it is recognised anywhere, also in base64, hex and URL-encoded form. */
  registerSecret(secret: string): void
}
