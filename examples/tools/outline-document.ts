import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { createTool } from 'toolspan'
import { z } from 'zod'

/** Reads a document; the application gets all of it, the model its outline. */
export const outlineDocument = createTool({
  id: 'outline-document',
  description: 'Reads a text or Markdown document and gives its outline',
  inputSchema: z.object({ file: z.string() }),
  outputSchema: z.object({
    name: z.string(),
    headings: z.array(z.string()),
    words: z.number(),
    text: z.string(),
  }),
  execute: async ({ file }, { observe, abortSignal }) => {
    const text = await observe.span('read', () => readFile(file, { encoding: 'utf8', signal: abortSignal }))
    const headings = [...text.matchAll(/^#{1,3} (.+)$/gm)].map(([, heading]) => heading ?? '')
    const words = text.split(/\s+/).filter(Boolean).length
    observe.log('info', `${basename(file)}: ${words} words, ${headings.length} headings`)
    return { name: basename(file), headings, words, text }
  },
  toModelOutput: ({ name, headings, words }) => ({
    type: 'text',
    value: `${name} (${words} words)\n${headings.map(heading => `- ${heading}`).join('\n')}`,
  }),
})
