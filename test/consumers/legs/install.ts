import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addFixtures, type Consumer, runProgram } from '../support/consumers.js'
import type { Line } from '../support/lines.js'
import { npm, npmOrThrow } from '../support/npm.js'
import type { Workspace } from '../support/workspace.js'

/** What installing the package does, in fresh projects and in strict ones. */
export function describeInstalling(world: {
  workspace: Workspace
  consumers: Consumer[]
  lines: Line[]
}): void {
  describe('installing', () => {
    test('The install lines of the README raise no conflict, and no warning of a peer, on any Node', () => {
      const words = world.consumers.map(({ line, node, install }) => {
        const said = /ERESOLVE|peer|deprecated/.exec(install.stderr)?.[0] ?? 'nothing'
        return `${line.name} on ${node.major}: ${said}`
      })
      expect(words.filter(word => !word.endsWith('nothing'))).toEqual([])
      expect(words).toHaveLength(6)
    })

    test('Every tree holds one copy of @opentelemetry/api and is valid in the eyes of npm', async () => {
      for (const { dir, node, line } of world.consumers) {
        expect(copiesOfApi(dir)).toEqual([line.apiVersion])
        const { code, stderr } = await npm(['ls', '--all'], { cwd: dir, node: node.path })
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      }
    })

    test.for(['2.x', '3.x'])(
      'Without the SDK of %s, one sentence names it and its command mends it',
      async name => {
        const { project, line } = await install(world, name, 'bare', [])
        const { exporters, testing } = await askForTelemetry(project)
        const command = `npm install @opentelemetry/sdk-node@${line.version}`
        expect(exporters).toEqual({
          name: 'MissingPackageError',
          message: `@opentelemetry/sdk-node is not installed; run: ${command}`,
          installCommand: command,
        })
        expect(testing.message).toMatch(
          /^toolspan\/testing needs @opentelemetry\/sdk-trace: run "npm install /,
        )
        await npmOrThrow(command.split(' ').slice(1), { cwd: project.dir, node: project.node.path })
        expect(await askForTelemetry(project)).toMatchObject({
          exporters: { ok: true },
          testing: { ok: true },
        })
      },
    )

    test.for(['2.x', '3.x'])('The command that toolspan/testing names on %s mends it', async name => {
      const { project } = await install(world, name, 'testing', [])
      const { testing } = await askForTelemetry(project)
      const command = /"npm (.+)"/.exec(testing.message ?? '')?.[1] ?? ''
      await npmOrThrow(command.split(' '), { cwd: project.dir, node: project.node.path })
      expect((await askForTelemetry(project)).testing).toEqual({ ok: true })
    })

    test.for(['2.x', '3.x'])(
      'Where nothing is hoisted, one command names all of %s that is missing',
      async name => {
        const strict = ['--install-strategy=nested']
        const { project } = await install(world, name, 'nested', strict, { withSdk: true })
        const { exporters } = await askForTelemetry(project)
        expect(exporters.name).toBe('MissingPackageError')
        const args = (exporters.installCommand ?? '').split(' ').slice(1)
        await npmOrThrow([...args, ...strict], { cwd: project.dir, node: project.node.path })
        expect(await askForTelemetry(project)).toMatchObject({
          exporters: { ok: true },
          testing: { ok: true },
        })
        expect(copiesOfApi(project.dir)).toHaveLength(1)
      },
    )
  })
}

interface Told {
  ok?: boolean
  name?: string
  message?: string
  installCommand?: string
}

function askForTelemetry(project: Pick<Consumer, 'dir' | 'node'>) {
  return runProgram(project, ['without-sdk.mjs']) as Promise<{ exporters: Told; testing: Told }>
}

/** Installs the package and the API of a line, without the SDK unless asked, on the newest Node. */
async function install(
  world: { workspace: Workspace; consumers: Consumer[] },
  name: string,
  label: string,
  flags: string[],
  { withSdk = false } = {},
) {
  const { line, node } = world.consumers.filter(consumer => consumer.line.name === name).at(-1)!
  const dir = world.workspace.project(`${label}-${name}`)
  const packages = line.packages.filter(one => withSdk || !one.includes('/sdk-node@'))
  await npmOrThrow(['install', world.workspace.tarball, ...packages, ...flags], { cwd: dir, node: node.path })
  addFixtures(dir)
  return { project: { dir, node }, line }
}

/** The versions of every copy of the API in a project's tree. */
function copiesOfApi(dir: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8'))
  return Object.entries(packages as Record<string, { version: string }>)
    .filter(([path]) => path.endsWith('node_modules/@opentelemetry/api'))
    .map(([, { version }]) => version)
}
