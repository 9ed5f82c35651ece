/** One thing that was looked at. */
export interface Finding {
  /** What was looked at. */
  check: 'node' | 'packages' | 'variables' | 'endpoint' | 'store' | 'port'
  /** `problem`: it does not work. `warning`: it works, and something about it should be known. */
  status: 'ok' | 'note' | 'warning' | 'problem'
  /** How it is, in one sentence without a full stop; never a header, a credential or a payload. */
  says: string
  /** How to mend it. */
  fix?: string
}
