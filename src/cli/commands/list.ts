import { type Command, Option } from 'commander'
import { mcpDefinitions } from '../../adapters/mcp/tool-definitions.js'
import { printable } from '../../exporters/printable.js'
import { createRedactor } from '../../observe/redact/create-redactor.js'
import type { Redactor } from '../../observe/redact/redactor.js'
import { definitionOf } from '../../runtime/create-tool.js'
import { toJsonSchema } from '../../runtime/schema.js'
import type { Tool } from '../../runtime/tool.js'
import { anthropicDefinitions } from '../definitions/anthropic.js'
import { jsonSchemaDefinitions } from '../definitions/json-schema.js'
import { openaiDefinitions } from '../definitions/openai.js'
import { describeFields } from '../describe-fields.js'
import { loadTools } from '../load-tools.js'
import { safeDefinitions } from '../safe-definitions.js'
import type { Session } from '../session.js'
import type { Terminal } from '../terminal.js'
import { textTable } from '../text-table.js'
import { toJson } from '../to-json.js'
import { toolFlags } from '../tool-flags.js'

const DEFINITIONS = {
  'json-schema': jsonSchemaDefinitions,
  openai: openaiDefinitions,
  anthropic: anthropicDefinitions,
  mcp: (tools: readonly Tool[]) => ({ tools: mcpDefinitions(tools) }),
} as const

interface ListOptions {
  as: 'table' | keyof typeof DEFINITIONS
}

/** Adds `toolspan list`. */
export function addListCommand(program: Command, session: Session): void {
  program
    .command('list')
    .description('show the tools of a module')
    .argument('<module>', 'TypeScript or JavaScript file that exports tools')
    .addOption(
      new Option('--as <form>', 'how to show them')
        .choices(['table', ...Object.keys(DEFINITIONS)])
        .default('table'),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((module: string, options: ListOptions) => list(session, module, options))
}

const EXAMPLES = `
The tools of a module are all its exports that are a tool, an array or record of tools, or a runtime.

Examples:
  $ toolspan list tools.ts
  $ toolspan list tools.ts --as anthropic > definitions.json
`

async function list(session: Session, module: string, { as }: ListOptions): Promise<void> {
  const { reporter } = session
  const loaded = await loadTools(session, module)
  const tools = [...loaded.values()].map(({ tool }) => tool)
  if (as === 'table') {
    reporter.show(terminal => tableOf(tools, terminal))
    reporter.give(safeDefinitions(tools.map(summaryOf)))
  } else {
    const definitions = safeDefinitions(DEFINITIONS[as](tools))
    reporter.show(() => toJson(definitions))
    reporter.give(definitions)
  }
}

function tableOf(tools: readonly Tool[], terminal: Terminal): string {
  const { colors } = terminal
  const redactor = createRedactor()
  const rows = tools.map(tool => [
    colors.bold(printable(tool.id)),
    inputLines(tool, redactor).map(printable).join('\n') || colors.dim('nothing'),
    [printable(redactor.redactText(tool.description)), colors.dim(flagsOf(tool).join(', '))]
      .filter(Boolean)
      .join('\n'),
  ])
  return textTable({ head: ['tool', 'takes', 'does'], rows, flexible: [1, 2], wrap: true }, terminal)
}

function summaryOf(tool: Tool) {
  const input = tool.inputSchema && toJsonSchema(tool.inputSchema, 'input')
  return {
    id: tool.id,
    title: tool.title,
    description: tool.description,
    version: tool.version,
    input: input && 'schema' in input ? input.schema : null,
    flags: flagsOf(tool),
  }
}

function inputLines(tool: Tool, redactor: Redactor): string[] {
  if (!tool.inputSchema) return []
  const input = toJsonSchema(tool.inputSchema, 'input')
  return 'schema' in input ? describeFields(input.schema, redactor) : [`no JSON Schema: ${input.reason}`]
}

function flagsOf(tool: Tool): string[] {
  return toolFlags(tool, definitionOf(tool).execute === undefined)
}
