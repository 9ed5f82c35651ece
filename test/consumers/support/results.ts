/** Whether a combination worked; the page of them is written from this. */
export interface Results {
  /** Runs an action and notes under a row and a column whether it went well; a failure is thrown on. */
  note<T>(table: Table, row: string, column: string, action: () => Promise<T>): Promise<T>
  /** The columns of a row that were noted, with how they went. */
  of(table: Table, row: string, columns: readonly string[]): string[]
}

export type Table = 'cells' | 'set-ups' | 'types'

export function createResults(): Results {
  const noted = new Map<string, boolean>()
  const key = (...parts: string[]) => parts.join('\0')
  return {
    async note(table, row, column, action) {
      noted.set(key(table, row, column), false)
      const answer = await action()
      noted.set(key(table, row, column), true)
      return answer
    },
    of: (table, row, columns) =>
      columns.map(column => {
        const went = noted.get(key(table, row, column))
        if (went === undefined) throw new Error(`${row}, ${column} was not run: run the whole file`)
        return went ? 'yes' : '**no**'
      }),
  }
}
