import { MODULE_SYSTEMS } from '../legs/matrix.js'
import { FIRST_OF_SECOND_LINE, SET_UPS } from '../legs/set-ups.js'
import { RESOLUTIONS, TYPESCRIPTS } from '../legs/types.js'
import type { Line } from './lines.js'
import { NODE_VERSIONS } from './nodes.js'
import type { Results, Table } from './results.js'

const LINES = ['2.x', '3.x']

/** Writes the page of what works with what, from what was run. */
export function renderCompatibility(results: Results, lines: readonly Line[]): string {
  const cells = rows(results, 'cells', NODE_VERSIONS, Object.keys(MODULE_SYSTEMS))
  const types = rows(results, 'types', TYPESCRIPTS, Object.keys(RESOLUTIONS))
  const columns = LINES.map(line => NODE_VERSIONS.map(version => `${line} on ${version}`))
  const setUps = SET_UPS.map(({ name }) => [
    name,
    ...columns.map(of => (results.of('set-ups', name, of).every(word => word === 'yes') ? 'yes' : '**no**')),
  ])
  return `# Compatibility

Written by \`npm run test:consumers\`, which packs toolspan, installs the tarball into fresh projects and runs a program in each.

## Node, OpenTelemetry, module system

The same spans, metrics and logs arrive at a collector in every cell, with one copy of \`@opentelemetry/api\` in the tree.

${table(['OpenTelemetry', 'module system', ...NODE_VERSIONS.map(version => `Node ${version}`)], cells)}

OpenTelemetry 3.x asks for Node 22.15 or newer. On Node 20 it works as far as these programs go, and npm warns of its \`engines\`.

What was installed:

${lines.map(({ name, packages }) => `- ${name}: \`npm install toolspan ${packages.join(' ')}\``).join('\n')}

## Set-ups of your own

Each on every Node above.

${table(['set-up', ...LINES.map(line => `OpenTelemetry ${line}`)], setUps)}

An application with an older SDK of the 2.x line can have toolspan beside it (tried with \`${FIRST_OF_SECOND_LINE[1]}\`); \`startTelemetry\` and \`toolspan/testing\` want the versions above.

Where packages are not hoisted (\`npm install --install-strategy=nested\`), \`startTelemetry\` names the SDK packages that your application must list itself, in one command.

## TypeScript

Strict, with \`skipLibCheck\` off and no \`@types/node\`.

${table(['OpenTelemetry', 'moduleResolution', ...TYPESCRIPTS.map(version => `TypeScript ${version}`)], types)}

\`nodenext\` was run in a CommonJS project. There, \`module: node16\` refuses any import of an ES module; \`nodenext\` and \`node20\` allow it, as Node does.
`
}

/** One row for each line of OpenTelemetry and each kind. */
function rows(results: Results, of: Table, columns: readonly string[], kinds: readonly string[]): string[][] {
  return LINES.flatMap(line => kinds.map(kind => [line, kind, ...results.of(of, `${line} ${kind}`, columns)]))
}

function table(head: readonly string[], body: readonly string[][]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...body.map(row)].join('\n')
}
