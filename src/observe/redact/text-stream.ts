import { cutBoundary } from './cut-boundary.js'
import type { RedactContext, Redactor } from './redactor.js'
import { mayBeSecret } from './tables.js'

/** Text that comes in pieces, redacted as the whole would be. */
export interface TextStream {
  /** Takes a piece and returns what may be shown by now, which may be nothing yet. */
  push(piece: string): string
  /** Returns what is left to show when no more comes. */
  end(): string
}

/** How far a text must have gone on before it is sure what it is: no shape of a secret needs more around it. */
const holdBack = 256
/** A longer text is shown no further, as it is read anew with each piece. */
const longest = 64 * 1024
/** In JSON a value can come before the name that makes it sensitive. */
const valueOfPair = /"(?:value|val|v)\\{0,15}"\s{0,16}:/i

/** In JSON, the rows of a table are told from other text only once the text that holds them has ended. */
const escapedBreak = '\\n'

/**
 * Creates a stream that shows no more of a text, however it is cut into pieces, than redacting the whole would show.
 *
 * The end of what has come is held back, as what follows may turn it into a secret.
 */
export function createTextStream(
  redactor: Redactor,
  context: Pick<RedactContext, 'values'> = {},
): TextStream {
  let text = ''
  let shown = ''
  let isStopped = false

  function show(redacted: string): string {
    // What came later made a secret of what is shown already, so that nothing can be added to it.
    if (!redacted.startsWith(shown)) isStopped = true
    if (isStopped) return ''
    const more = redacted.slice(shown.length)
    shown = redacted
    return more
  }
  return {
    push(piece) {
      if (isStopped) return ''
      text += piece
      if (text.length > longest) isStopped = true
      const safe = cutBoundary(text, Math.min(limitInJson(text), text.length - holdBack))
      if (safe <= 0) return ''
      // Cut by the redactor, which looks at what follows the cut too.
      const cut = redactor.redact(text, { ...context, strict: false, budget: safe })
      return show(String(cut).replace(/ ?\[Truncated\]$/, ''))
    },
    end: () => (isStopped ? '' : show(redactor.redactText(text, context))),
  }
}

function limitInJson(text: string): number {
  if (!/^\s{0,64}[{["]/.test(text)) return text.length
  const pair = valueOfPair.exec(text)?.index ?? text.length
  const name = mayBeSecret.exec(text)?.index ?? text.length
  const row = text.indexOf(escapedBreak, name)
  return row === -1 ? pair : Math.min(pair, row)
}
