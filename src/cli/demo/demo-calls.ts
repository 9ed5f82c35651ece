import { basename, join } from 'node:path'
import type { CallOptions } from '../../runtime/call-request.js'
import type { PackageFiles } from './package-files.js'

/** One call of the demo. */
export interface DemoCall {
  tool: string
  input: unknown
  options?: CallOptions
  /** Aborts the call after so many milliseconds. */
  abortAfterMs?: number
  /** Parts of the input that nobody but the tool may see. */
  hidden?: readonly string[]
  /** What a person decides when the call asks for approval. */
  decision?: 'approve' | 'deny'
  /** What a person answers when the call is suspended. */
  answer?: unknown
}

const fetchTimeoutMs = 300
const abortAfterMs = 150

/**
 * Lists the calls of the demo: real work on the files of this package, five ways of failing, and calls that
 * wait for a person. What changes files does so in a scratch directory.
 */
export function demoCalls(
  { code, examples, documents }: PackageFiles,
  serverUrl: string,
  scratch: string,
): DemoCall[] {
  const [document = ''] = documents
  const names = documents.map(file => basename(file))
  const page = (kind: string, name = names[0]) => ({ url: `${serverUrl}/${kind}/${name}` })
  return [
    { tool: 'search-files', input: { directory: code, text: 'AbortSignal' } },
    { tool: 'search-files', input: { directory: join(code, 'runtime'), text: 'outcome' } },
    { tool: 'search-files', input: { directory: join(code, 'exporters'), text: 'OTLP' } },
    { tool: 'search-files', input: { directory: join(code, 'observe'), text: 'redact' } },
    { tool: 'search-files', input: { directory: examples, text: 'observe.span' } },
    { tool: 'search-files', input: { directory: examples, text: '' } },
    ...names.map(name => ({ tool: 'fetch-page', input: page('pages', name) })),
    { tool: 'fetch-page', input: page('busy') },
    { tool: 'fetch-page', input: page('pages', 'missing.html') },
    { tool: 'fetch-page', input: page('slow'), options: { timeoutMs: fetchTimeoutMs } },
    { tool: 'fetch-page', input: page('slow'), abortAfterMs },
    ...queries.map(input => ({ tool: 'query-data', input })),
    ...lookups.map(input => ({ tool: 'lookup-customer', input, hidden: [input.internalPath] })),
    { tool: 'count-words', input: { directory: examples } },
    { tool: 'count-words', input: { directory: join(code, 'runtime') } },
    { tool: 'outline-document', input: { file: document } },
    { tool: 'outline-document', input: { file: join(examples, 'README.md') } },
    { tool: 'replace-text', input: { directory: scratch, text: 'tool', by: 'TOOL' }, decision: 'approve' },
    { tool: 'replace-text', input: { directory: examples, text: 'a', by: '' }, decision: 'deny' },
    {
      tool: 'open-document',
      input: { directory: examples, name: 'document.ts' },
      answer: { choice: join('tools', 'open-document.ts') },
    },
  ]
}

// The last one stands in an archive that cannot be reached.
const lookups = [
  { customerId: 'C-1001', internalPath: '/srv/crm/shard-7/acme' },
  { customerId: 'C-1002', internalPath: '/srv/crm/shard-2/initech' },
  { customerId: 'C-9001', internalPath: '/srv/crm/archive/9001' },
]

const queries = [
  { where: [{ column: 'state', equals: 'liquid' }] },
  { where: [{ column: 'state', equals: 'gas' }], sortBy: 'weight' },
  {
    where: [
      { column: 'period', equals: 6 },
      { column: 'block', equals: 'f' },
    ],
  },
  { where: [{ column: 'weight', atLeast: 190, atMost: 200 }] },
  { where: [{ column: 'group', equals: 18 }], sortBy: 'number' },
  { where: [{ column: 'colour', equals: 'yellow' }] },
]
