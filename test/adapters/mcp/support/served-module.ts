import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The command as it is installed. */
export const BIN = resolve('dist/cli/bin.js')

const TOOLS = `
import { createTool } from 'toolspan'

export const add = createTool({
  id: 'add',
  description: 'Adds',
  inputSchema: { type: 'object', required: ['a', 'b'], properties: { a: { type: 'number' }, b: { type: 'number' } } },
  outputSchema: { type: 'object', required: ['sum'], properties: { sum: { type: 'number' } } },
  execute: ({ a, b }) => ({ sum: a + b }),
})

export const noisy = createTool({
  id: 'noisy',
  description: 'Prints what it should not',
  execute: async () => {
    console.log('on standard output')
    process.stdout.write('and again\\n')
    return 'quiet'
  },
})

export const slow = createTool({
  id: 'slow',
  description: 'Takes its time',
  execute: async function* () {
    yield 'half'
    await new Promise(resolve => setTimeout(resolve, 300))
    return 'whole'
  },
})

export const remove = createTool({
  id: 'remove',
  description: 'Removes',
  requireApproval: true,
  execute: async () => ({ removed: true }),
})
`

/** Writes a module of tools into a folder of its own. */
export function servedModule(): { cwd: string; module: string } {
  const cwd = mkdtempSync(join(tmpdir(), 'toolspan-mcp-'))
  writeFileSync(join(cwd, 'tools.ts'), TOOLS)
  return { cwd, module: 'tools.ts' }
}
