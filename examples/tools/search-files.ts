import { readFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { createTool } from 'toolspan'
import { z } from 'zod'
import { textFiles } from './text-files.js'

const match = z.object({ file: z.string(), line: z.number(), text: z.string() })

/** Searches files, with a child span for each directory. */
export const searchFiles = createTool({
  id: 'search-files',
  description: 'Finds the lines that contain a text in the files below a directory',
  inputSchema: z.object({
    directory: z.string().describe('Directory to search, with all below it'),
    text: z.string().min(2).describe('Text to look for, as it is written'),
    maxMatches: z.number().int().positive().default(20),
  }),
  outputSchema: z.object({ filesSearched: z.number(), matches: z.array(match), total: z.number() }),
  mcp: {
    annotations: { title: 'Search files', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  execute: async ({ directory, text, maxMatches }, { observe, abortSignal }) => {
    const files = await observe.span('list files', async span => {
      const listed = await textFiles(directory)
      span.setAttribute('files', listed.length)
      return listed
    })
    const byDirectory = groupByDirectory(directory, files)
    const searches = [...byDirectory].map(([name, group]) =>
      observe.span(`search ${name}`, async span => {
        const found = await Promise.all(group.map(file => matchesIn(directory, file, text, abortSignal)))
        span.setAttributes({ files: group.length, matches: found.flat().length })
        return found.flat()
      }),
    )
    const matches = (await Promise.all(searches)).flat()
    const hits = new Set(matches.map(({ file }) => file)).size
    observe.log('info', `${matches.length} matches in ${hits} of ${files.length} files`, { text })
    return { filesSearched: files.length, matches: matches.slice(0, maxMatches), total: matches.length }
  },
})

async function matchesIn(directory: string, file: string, text: string, signal: AbortSignal) {
  const lines = (await readFile(file, { encoding: 'utf8', signal })).split('\n')
  return lines.flatMap((line, index) =>
    line.includes(text)
      ? [{ file: relative(directory, file), line: index + 1, text: line.trim().slice(0, 200) }]
      : [],
  )
}

function groupByDirectory(directory: string, files: string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const file of files) {
    const name = relative(directory, dirname(file)) || '.'
    groups.set(name, [...(groups.get(name) ?? []), file])
  }
  return groups
}
