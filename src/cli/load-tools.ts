import { printable } from '../exporters/printable.js'
import { cliError } from './cli-error.js'
import type { LoadedTool } from './collect-tools.js'
import { loadModule } from './load-module.js'
import type { Session } from './session.js'

/** How long loading may take before that is said, and before it is given up. */
export interface Patience {
  sayAfterMs: number
  giveUpAfterMs: number
}

const PATIENCE: Patience = { sayAfterMs: 10_000, giveUpAfterMs: 60_000 }

/**
 * Loads the tools of a module for a command, and tells what keeps it from being loaded.
 *
 * @throws {CliError} When it cannot be loaded, or does not end its loading.
 */
export async function loadTools(
  { cli, reporter, exits, awake }: Session,
  path: string,
  { sayAfterMs, giveUpAfterMs }: Patience = PATIENCE,
): Promise<ReadonlyMap<string, LoadedTool>> {
  let giveUp: () => void = () => {}
  const neverLoaded = new Promise<never>((_, reject) => {
    giveUp = () => reject(cliError('module_hangs', path))
  })
  const saySo = () =>
    reporter.warn(`${path} is still loading: it awaits something at its top level; Ctrl-C stops it`)
  exits.blame(cliError('module_exits', path))
  // Nothing of ours may keep the process alive here: that it has nothing left to do shows that loading cannot end.
  cli.on('beforeExit', giveUp)
  awake.unref()
  const timers = [setTimeout(saySo, sayAfterMs).unref(), setTimeout(giveUp, giveUpAfterMs).unref()]
  try {
    const onUnreadable = (name: string, reason: string) =>
      reporter.warn(`${path}: the export ${printable(name)} cannot be read and is left out: ${reason}`)
    return await Promise.race([loadModule(path, cli.cwd(), onUnreadable), neverLoaded])
  } finally {
    for (const timer of timers) clearTimeout(timer)
    awake.ref()
    cli.off('beforeExit', giveUp)
  }
}
