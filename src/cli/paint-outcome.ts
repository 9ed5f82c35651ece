import { meaningOf, OUTCOMES, type Outcome } from '../runtime/outcome.js'
import type { Terminal } from './terminal.js'

/** Colours the word for how a call ended: green when it ended well, red for a failure, yellow for what is neither. */
export function paintOutcome(outcome: string, { colors }: Pick<Terminal, 'colors'>): string {
  if (outcome === 'ok') return colors.green(outcome)
  return isOutcome(outcome) && meaningOf(outcome).error === undefined
    ? colors.yellow(outcome)
    : colors.red(outcome)
}

function isOutcome(word: string): word is Outcome {
  return Object.hasOwn(OUTCOMES, word)
}
