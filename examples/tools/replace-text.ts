import { readFile, writeFile } from 'node:fs/promises'
import { createTool } from 'toolspan'
import { z } from 'zod'
import { textFiles } from './text-files.js'

/** Changes files for good, so a person is asked first: the call waits, and runs once it is approved. */
export const replaceText = createTool({
  id: 'replace-text',
  description: 'Replaces a text by another in every file below a directory',
  inputSchema: z.object({ directory: z.string(), text: z.string().min(1), by: z.string() }),
  outputSchema: z.object({ files: z.number(), replacements: z.number() }),
  requireApproval: true,
  mcp: { annotations: { title: 'Replace text in files', destructiveHint: true, openWorldHint: false } },
  execute: async ({ directory, text, by }, { observe }) => {
    let files = 0
    let replacements = 0
    for (const file of await observe.span('list', () => textFiles(directory))) {
      const parts = (await readFile(file, 'utf8')).split(text)
      if (parts.length === 1) continue
      await observe.span('write', () => writeFile(file, parts.join(by)))
      files += 1
      replacements += parts.length - 1
    }
    observe.log('info', `${replacements} replacements in ${files} files`)
    return { files, replacements }
  },
})
