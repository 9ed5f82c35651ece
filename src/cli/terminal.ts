import pc from 'picocolors'
import type { CliProcess } from './cli-process.js'

/** What is known of the place a person reads at. */
export interface Terminal {
  /** Columns there are. */
  width: number
  color: boolean
  /** Whether box-drawing characters can be shown. */
  unicode: boolean
  /** Whether the texts of errors are written without breaking or cutting them: to what is no terminal. */
  wholeTexts: boolean
  colors: ReturnType<typeof pc.createColors>
}

const WIDTH_OF_A_FILE = 100
const NARROWEST = 40

/**
 * Finds out how to write for a person: the width of the terminal, `NO_COLOR`, `FORCE_COLOR` and `TERM`.
 *
 * Output that is not a terminal gets no colours and 100 columns, or as many as `COLUMNS` says, and the texts of errors whole.
 */
export function terminalOf({ env, stdout }: Pick<CliProcess, 'env' | 'stdout'>): Terminal {
  const isBasic = env['TERM'] === 'dumb' || env['TERM'] === 'linux'
  const isForced = Boolean(env['FORCE_COLOR']) && env['FORCE_COLOR'] !== '0'
  const color = !env['NO_COLOR'] && (isForced || (stdout.isTTY === true && env['TERM'] !== 'dumb'))
  const columns = stdout.columns || Number(env['COLUMNS']) || WIDTH_OF_A_FILE
  return {
    width: Math.max(NARROWEST, columns),
    color,
    unicode: !isBasic,
    wholeTexts: stdout.isTTY !== true,
    colors: pc.createColors(color),
  }
}
