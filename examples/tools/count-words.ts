import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { createTool } from 'toolspan'
import { z } from 'zod'
import { textFiles } from './text-files.js'

/** Counts words file by file and streams how far it is; each `yield` is a `tool-output` event. */
export const countWords = createTool({
  id: 'count-words',
  description: 'Counts the words in the files below a directory and names the most frequent ones',
  inputSchema: z.object({ directory: z.string(), longerThan: z.number().int().min(0).default(4) }),
  execute: async function* ({ directory, longerThan }, { observe }) {
    const files = await textFiles(directory)
    const counts = new Map<string, number>()
    for (const [index, file] of files.entries()) {
      await observe.span('count', async span => {
        const words = (await readFile(file, 'utf8')).toLowerCase().match(/\p{L}+/gu) ?? []
        for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
        span.setAttributes({ file: relative(directory, file), words: words.length })
      })
      yield { done: index + 1, of: files.length }
    }
    const frequent = [...counts].filter(([word]) => word.length > longerThan).sort((a, b) => b[1] - a[1])
    observe.log('info', `${counts.size} different words in ${files.length} files`)
    return {
      files: files.length,
      differentWords: counts.size,
      frequent: Object.fromEntries(frequent.slice(0, 10)),
    }
  },
})
