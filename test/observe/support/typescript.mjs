// Lets a child process import the sources: type annotations are stripped, and a .js import finds its .ts file.
import { register } from 'node:module'

register(
  `data:text/javascript,${encodeURIComponent(`
import { readFileSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from ${JSON.stringify(import.meta.resolve('typescript'))}
export async function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && specifier.endsWith('.js')) {
    const url = new URL(specifier.replace(/\\.js$/, '.ts'), context.parentURL)
    if (existsSync(fileURLToPath(url))) return { url: url.href, shortCircuit: true }
  }
  return next(specifier, context)
}
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(url), 'utf8'), {
    compilerOptions: { module: 'ESNext', target: 'ES2022', verbatimModuleSyntax: true },
  })
  return { format: 'module', source: outputText, shortCircuit: true }
}
`)}`,
)
