import type { Command } from 'commander'
import type { Session } from '../session.js'
import { addAuditExport } from './audit-export.js'
import { addAuditForget } from './audit-forget.js'
import { addAuditProve } from './audit-prove.js'
import { addAuditPrune } from './audit-prune.js'
import { addAuditShow } from './audit-show.js'
import { addAuditVerify } from './audit-verify.js'

/** Adds `toolspan audit` with what it can do. */
export function addAuditCommand(program: Command, session: Session): void {
  const audit = program.command('audit').description('read and verify the transcripts of calls')
  audit.action(() => audit.help())
  for (const add of [
    addAuditShow,
    addAuditVerify,
    addAuditExport,
    addAuditForget,
    addAuditPrune,
    addAuditProve,
  ])
    add(audit, session)
}
