import type { Command } from 'commander'

/** What `approve` and `deny` are given alike. */
export interface DecisionFlags {
  by?: string
  reason?: string
  module?: string
  dir?: string
}

/** Adds the options that `approve` and `deny` have alike. */
export function addDecisionOptions(command: Command): Command {
  return command
    .argument('<ticket>', 'the ticket, or its first digits as `toolspan pending` shows them')
    .option('--by <name>', 'who decides; else the user of the system')
    .option('--reason <text>', 'why; kept with the decision')
    .option('--module <path>', 'module that has the tool; the call ends now')
    .option('--dir <folder>', 'the local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--json', 'print one JSON object')
}

/** How commands on tickets end, for their help. */
export const TICKET_EXIT_CODES = `
Exit codes:
  0    done
  1    the call ran and failed
  2    wrong arguments, or a ticket that cannot be used; nothing has changed
  130  stopped with Ctrl-C
`
