import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of this package that the demo works on. */
export interface PackageFiles {
  /** Module of the example tools. */
  tools: string
  /** The package's own code: its source, or what was built of it where it is installed. */
  code: string
  examples: string
  /** Documents to serve as pages, at least one. */
  documents: string[]
}

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'package.json', 'examples/README.md']

/** Finds the files of this package, in its repository and where it is installed. */
export function packageFiles(): PackageFiles {
  const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
  const source = join(root, 'src')
  const documents = DOCUMENTS.map(name => join(root, name)).filter(existsSync)
  return {
    tools: join(root, 'examples/tools/index.ts'),
    code: existsSync(source) ? source : join(root, 'dist'),
    examples: join(root, 'examples'),
    documents: documents.filter((file, index) => firstOfName(documents, file) === index),
  }
}

function firstOfName(files: readonly string[], file: string): number {
  return files.findIndex(other => basename(other) === basename(file))
}
