import { readFile } from 'node:fs/promises'
import { createTool, jsonSchema } from 'toolspan'

type Row = Record<string, string | number | null>

interface Query {
  where?: { column: string; equals?: string | number; atLeast?: number; atMost?: number }[]
  sortBy?: string
  limit?: number
}

/** Queries a table of the chemical elements; its input is described by a plain JSON Schema. */
export const queryData = createTool({
  id: 'query-data',
  description:
    'Queries the chemical elements: number, symbol, name, weight, period, group, block, state at 25 °C',
  inputSchema: jsonSchema<Query>({
    type: 'object',
    properties: {
      where: {
        type: 'array',
        items: {
          type: 'object',
          required: ['column'],
          properties: {
            column: { type: 'string' },
            equals: { type: ['string', 'number'] },
            atLeast: { type: 'number' },
            atMost: { type: 'number' },
          },
          additionalProperties: false,
        },
      },
      sortBy: { type: 'string' },
      limit: { type: 'integer', minimum: 1, maximum: 118 },
    },
    additionalProperties: false,
  }),
  inputExamples: [{ input: { where: [{ column: 'state', equals: 'liquid' }] } }],
  execute: async ({ where = [], sortBy, limit = 10 }, { observe }) => {
    const table = await observe.span('read elements.csv', readElements)
    const unknown = [...where.map(({ column }) => column), ...(sortBy ? [sortBy] : [])].find(
      column => !table.columns.includes(column),
    )
    if (unknown !== undefined)
      throw new Error(`No column is named ${unknown}; there are ${table.columns.join(', ')}`)
    const rows = await observe.span('filter', () =>
      table.rows.filter(row => where.every(condition => holds(row[condition.column] ?? null, condition))),
    )
    if (sortBy) await observe.span('sort', () => rows.sort((a, b) => compare(a[sortBy], b[sortBy])))
    const names = rows.slice(0, 5).map(row => row['symbol'])
    observe.log(
      'info',
      `${rows.length} of ${table.rows.length} elements: ${names.join(' ')}${rows.length > 5 ? ' …' : ''}`,
    )
    return { total: rows.length, rows: rows.slice(0, limit) }
  },
})

async function readElements(): Promise<{ columns: string[]; rows: Row[] }> {
  const csv = await readFile(new URL('../data/elements.csv', import.meta.url), 'utf8')
  const [head = [], ...body] = csv
    .trim()
    .split('\n')
    .map(line => line.split(','))
  return {
    columns: head,
    rows: body.map(cells => Object.fromEntries(head.map((name, index) => [name, typed(cells[index] ?? '')]))),
  }
}

function typed(cell: string): string | number | null {
  if (cell === '') return null
  return Number.isNaN(Number(cell)) ? cell : Number(cell)
}

function holds(
  value: string | number | null,
  { equals, atLeast, atMost }: NonNullable<Query['where']>[number],
) {
  if (equals !== undefined && value !== equals) return false
  if (atLeast === undefined && atMost === undefined) return true
  return typeof value === 'number' && value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity)
}

function compare(a: Row[string] = null, b: Row[string] = null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a ?? '').localeCompare(String(b ?? ''))
}
