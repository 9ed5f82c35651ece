import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { createTool } from 'toolspan'
import { z } from 'zod'
import { textFiles } from './text-files.js'

/** Asks which of several documents is meant: the call is suspended, and resumed with the answer. */
export const openDocument = createTool({
  id: 'open-document',
  description: 'Opens the document whose path holds a text, and asks when there are several',
  inputSchema: z.object({ directory: z.string(), name: z.string() }),
  outputSchema: z.object({ document: z.string(), words: z.number() }),
  suspendSchema: z.object({ question: z.string(), choices: z.array(z.string()) }),
  resumeSchema: z.object({ choice: z.string() }),
  execute: async ({ directory, name }, { suspend, resumeData, suspendPayload, observe }) => {
    const files = await observe.span('search', () => textFiles(directory))
    const named = files.filter(file => relative(directory, file).includes(name))
    const choices = named.map(file => relative(directory, file))
    if (!resumeData && choices.length > 1) return suspend({ question: 'Which one?', choices })
    const wanted = resumeData ? suspendPayload?.choices.indexOf(resumeData.choice) : 0
    const file = named[wanted ?? -1]
    if (!file) throw new Error('There is no such document')
    const words = (await readFile(file, 'utf8')).split(/\s+/).filter(Boolean).length
    observe.log('info', `${relative(directory, file)}: ${words} words`)
    return { document: relative(directory, file), words }
  },
})
