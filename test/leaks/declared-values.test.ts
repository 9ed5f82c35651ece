import fc from 'fast-check'
import { createRedactor, createTool, jsonSchema } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

/** A schema with a value that fits it, and which texts of the value are sensitive and which are not. */
interface Sample {
  schema: z.ZodType
  value: unknown
  secrets: string[]
  kept: string[]
}

type Mark = { sensitive: boolean } | undefined

const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa']
let counter = 0

/** Every text is one of its kind, so that it can be looked for; it has no shape that could be recognised. */
function uniqueText(): string {
  counter += 1
  const letters = [...String(counter)].map(digit => 'qwertyzuio'[Number(digit)]).join('')
  return `plain ${letters}words`
}

function uniqueNumber(): number {
  counter += 1
  return 73_000_000 + counter * 11
}

function leaf(kind: 'text' | 'number', mark: Mark): Sample {
  const value = kind === 'text' ? uniqueText() : uniqueNumber()
  const schema = kind === 'text' ? z.string() : z.number()
  const isSecret = mark?.sensitive === true
  return {
    schema: mark ? schema.meta(mark) : schema,
    value,
    secrets: isSecret ? [String(value)] : [],
    kept: isSecret ? [] : [String(value)],
  }
}

function marked(sample: Sample, mark: Mark): Sample {
  if (!mark?.sensitive) return sample
  return {
    schema: sample.schema.meta(mark),
    value: sample.value,
    secrets: [...sample.secrets, ...sample.kept],
    kept: [],
  }
}

function combine(samples: Sample[], schema: z.ZodType, value: unknown): Sample {
  return { schema, value, secrets: samples.flatMap(s => s.secrets), kept: samples.flatMap(s => s.kept) }
}

function record(samples: Sample[]): Sample {
  const named = samples.map((sample, index) => [names[index] ?? 'other', sample] as const)
  const value = Object.fromEntries(named.map(([name, sample]) => [name, sample.value]))
  return combine(samples, z.object(Object.fromEntries(named.map(([name, s]) => [name, s.schema]))), value)
}

// What is drawn is a plan, as the unique texts must be made anew in every run.
const mark = fc.constantFrom<Mark>(undefined, undefined, { sensitive: true })
type Plan = { make: () => Sample }
const plan = fc.letrec<{ node: Plan; leaf: Plan }>(tie => ({
  leaf: fc
    .tuple(fc.constantFrom('text' as const, 'number' as const), mark)
    .map(([kind, sensitive]) => ({ make: () => leaf(kind, sensitive) })),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.tuple(fc.array(tie('node'), { minLength: 1, maxLength: 5 }), mark).map(([fields, sensitive]) => ({
      make: () => marked(record(fields.map(field => field.make())), sensitive),
    })),
    fc.tuple(tie('node'), mark).map(([item, sensitive]) => ({
      make: () => {
        const sample = item.make()
        return marked({ ...sample, schema: z.array(sample.schema), value: [sample.value] }, sensitive)
      },
    })),
    tie('node').map(item => ({
      make: () => {
        const sample = item.make()
        return { ...sample, schema: z.record(z.string(), sample.schema), value: { key: sample.value } }
      },
    })),
    tie('node').map(item => ({
      make: () => {
        const sample = item.make()
        return { ...sample, schema: sample.schema.nullable().optional() }
      },
    })),
  ),
}))
const objects = fc.array(plan.node, { minLength: 1, maxLength: 6 }).map(fields => ({
  make: () => record(fields.map(field => field.make())),
}))

type Schemas = { inputSchema: never; outputSchema: never }

async function runAll(sample: Sample, schema: unknown, options: object = {}) {
  const schemas = { inputSchema: schema, outputSchema: schema } as Schemas
  const quote = `${sample.secrets.join(', ')} and ${JSON.stringify(sample.value)}`
  const base = { description: 'Says what it is given', ...schemas }
  const says = createTool({
    ...base,
    id: 'says',
    execute: async (input, { observe }) => {
      observe.log('warn', `quoting ${quote}`, { input, list: sample.secrets })
      await observe.span('inside', span => span.setAttribute('note', quote), { quote })
      return input as never
    },
  })
  const fails = createTool({
    ...base,
    id: 'fails',
    execute: async () => {
      throw new Error(`cannot take ${quote}`, { cause: new Error(sample.secrets.join('; ')) })
    },
  })
  const runtime = createTestRuntime({ tools: [says, fails], capture: 'redacted', metrics: 'all', ...options })
  const said = await runtime.call('says', sample.value as never)
  const failed = await runtime.call('fails', sample.value as never)
  expect([said.outcome, failed.outcome]).toEqual(['ok', 'error'])
  const payloads = JSON.stringify([runtime.events(), runtime.transcript()])
  const others = JSON.stringify([runtime.spans(), runtime.logs(), runtime.lines()])
  return { payloads, everything: payloads + others }
}

function expectApart(told: { payloads: string; everything: string }, { secrets, kept }: Sample): void {
  expect(secrets.filter(secret => told.everything.includes(secret))).toEqual([])
  expect(kept.filter(text => !told.payloads.includes(text))).toEqual([])
}

describe('for any schema, no sensitive value is in any sink and every other value is shown', () => {
  test('of Zod', async () => {
    await fc.assert(
      fc.asyncProperty(objects, async ({ make }) => {
        const sample = make()
        expectApart(await runAll(sample, sample.schema), sample)
      }),
      { numRuns: 150 },
    )
  })

  test('of JSON Schema', async () => {
    await fc.assert(
      fc.asyncProperty(objects, async ({ make }) => {
        const sample = make()
        expectApart(await runAll(sample, jsonSchema(z.toJSONSchema(sample.schema) as never)), sample)
      }),
      { numRuns: 60 },
    )
  })
})

describe('for any schema, a strict redactor shows nothing', () => {
  test('that the schema does not declare harmless', async () => {
    const redactor = createRedactor({ strict: true })
    await fc.assert(
      fc.asyncProperty(objects, async ({ make }) => {
        const sample = make()
        const shown = uniqueText()
        const schema = z.object({ rest: sample.schema, shown: z.string().meta({ sensitive: false }) })
        const whole = {
          schema,
          value: { rest: sample.value, shown },
          secrets: [...sample.secrets, ...sample.kept],
        }
        expectApart(await runAll({ ...whole, kept: [shown] }, schema, { redactor }), {
          ...whole,
          kept: [shown],
        })
      }),
      { numRuns: 60 },
    )
  })
})

test('the search finds a value that a redactor let through', async () => {
  const leaky = { redact: (value: unknown) => value, redactText: (text: string) => text }
  const sample = marked(record([leaf('text', undefined)]), { sensitive: true })
  const told = await runAll(sample, sample.schema, { redactor: leaky })
  expect(told.everything).toContain(sample.secrets[0])
})
