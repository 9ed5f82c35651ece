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
  /** Values known to be sensitive in this call: replaced wherever they occur in text, in every encoded form. */
  values?: readonly string[]
  /**
   * About how many characters the result may hold, unlimited by default. Past it the rest is dropped, unread, and
   * `[Truncated]` stands in its place; the cut moves back to a boundary so that no part of a secret is left.
   */
  budget?: number
}

export interface RedactorOptions {
  /** Further key names whose values are redacted, matched word by word as `accessToken` = `access_token`. */
  keys?: readonly string[]
  /** Further patterns for text; each must be free of nested quantifiers and is refused when it is not. */
  patterns?: readonly RegExp[]
  /** Secrets known at start; the same as calling `registerSecret` for each. */
  secrets?: readonly string[]
  /** Also redact e-mail addresses, telephone numbers and IP addresses. Default `false`. */
  pii?: boolean
  /** What stands for a redacted value. Default: `[REDACTED:rule]`. */
  replacement?: string | ((rule: string) => string)
}

/**
 * Takes secrets out of values and texts. One redactor serves every sink: spans, logs, errors, events, transcripts.
 *
 * No method throws, changes its argument, calls a getter or follows a cycle.
 */
export interface Redactor {
  /** Returns a JSON-safe copy of a value without its secrets. */
  redact(value: unknown, context?: RedactContext): JsonValue
  /** Returns a text without its secrets. */
  redactText(text: string, context?: Pick<RedactContext, 'values'>): string
  /** Lists what `redact` would take out, as rules and JSON Pointers; never a value. */
  explain(value: unknown, context?: RedactContext): Redaction[]
  /** Remembers a secret, so that it is recognised anywhere, also in base64, hex and URL-encoded form. */
  registerSecret(secret: string): void
}
