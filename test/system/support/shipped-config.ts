import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'
import { jaegerProgram } from './programs.js'
import { type ServerProcess, serverFolder, startServer } from './server-process.js'

const folder = fileURLToPath(new URL('../../../dashboards', import.meta.url))

export interface ShippedSettings {
  /** What stands in the file, and what stands there in the test: addresses of containers, paths in them. */
  replaced: Record<string, string>
  /** What else is changed, such as a share that is sampled by chance. */
  change?(config: ReturnType<typeof parse>): void
  ready(): Promise<boolean>
}

/**
 * Starts a collector with a configuration that we ship. Jaeger's program is one, with the same components in it.
 *
 * @param path Of the file below dashboards/.
 */
export async function startShipped(path: string, settings: ShippedSettings): Promise<ServerProcess> {
  const { replaced, change = () => {}, ready } = settings
  let text = readFileSync(join(folder, path), 'utf8')
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`${path} says nothing of ${from}`)
    text = text.replaceAll(from, to)
  }
  const config = parse(text)
  change(config)
  // Its own metrics would take a port that is not free.
  config.service.telemetry = { metrics: { level: 'none' } }
  const { path: cwd, remove } = serverFolder()
  writeFileSync(join(cwd, 'config.yaml'), stringify(config))
  const args = ['--config', join(cwd, 'config.yaml')]
  const server = await startServer({ command: jaegerProgram(), args, cwd, ready })
  return {
    stop: async () => {
      await server.stop()
      remove()
    },
  }
}
