/** Counts what one way out of the process accepted, delivered and lost, so that no loss goes unsaid. */
export interface DeliveryLedger {
  /** Notes items that were handed over for delivery. */
  accept(count: number): void
  /** Notes items that arrived. */
  deliver(count: number): void
  /** Notes items that were lost, and why. */
  fail(count: number, reason: string): void
  /** Notes an item that was accepted and found no place to wait in. */
  overflow(): void
  /** Returns how many items were accepted so far: what a flush that begins now has to deliver. */
  accepted(): number
  /**
   * Returns what went wrong since the last time it was asked, one sentence a cause.
   *
   * @param due How many of the accepted items should have been settled by now.
   * @param finished Whether delivery has come to an end; if not, what is missing is only late.
   */
  takeProblems(due: number, finished: boolean): string[]
}

export interface LedgerOptions {
  /** Where things go, as the reader of a report knows it: an address without credentials, or a folder. */
  destination: string
  /** What is counted, in the singular, such as `span`. */
  unit: string
}

/** Distinct causes kept between two reports; further ones are counted under the last. */
const MAX_REASONS = 8

/** Creates a ledger with nothing in it. */
export function createDeliveryLedger({ destination, unit }: LedgerOptions): DeliveryLedger {
  const lostByReason = new Map<string, number>()
  let accepted = 0
  let settled = 0

  function fail(count: number, reason: string): void {
    settled += count
    const isNew = !lostByReason.has(reason)
    const key = isNew && lostByReason.size >= MAX_REASONS ? `${destination} failed in other ways` : reason
    lostByReason.set(key, (lostByReason.get(key) ?? 0) + count)
  }

  return {
    accept: count => {
      accepted += count
    },
    deliver: count => {
      settled += count
    },
    fail,
    overflow: () => fail(1, `The queue for ${destination} was full`),
    accepted: () => accepted,
    takeProblems: (due, finished) => {
      const problems = [...lostByReason].map(([reason, count]) => `${reason} (${counted(count, unit)} lost)`)
      lostByReason.clear()
      const missing = due - settled
      if (missing <= 0) return problems
      if (!finished) return [...problems, `${counted(missing, unit)} still on the way to ${destination}`]
      settled += missing
      return [...problems, `${counted(missing, unit)} lost on the way to ${destination}: time ran out`]
    },
  }
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
