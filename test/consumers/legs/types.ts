import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addFixtures, type Consumer } from '../support/consumers.js'
import { npmOrThrow } from '../support/npm.js'
import type { Results } from '../support/results.js'
import { run } from '../support/run.js'
import type { Workspace } from '../support/workspace.js'

export const TYPESCRIPTS = ['5.9.3', '6.0.3', '7.0.2'] as const

/** How a project resolves modules; `require` is a CommonJS project, whose imports become `require`. */
export const RESOLUTIONS = {
  node16: { module: 'node16', type: 'module' },
  bundler: { module: 'esnext', type: 'module' },
  nodenext: { module: 'nodenext', type: 'commonjs' },
} as const

export type Resolution = keyof typeof RESOLUTIONS

/** Projects in strict TypeScript that check the declarations of their packages too. */
export function describeTypes(
  world: { workspace: Workspace; consumers: Consumer[] },
  results: Results,
): void {
  const resolutions = Object.keys(RESOLUTIONS) as Resolution[]
  const cases = ['2.x', '3.x'].flatMap(line =>
    TYPESCRIPTS.flatMap(version => resolutions.map(resolution => ({ line, version, resolution }))),
  )
  const compilers = new Map<string, Promise<string>>()
  const compiler = (version: string) => {
    const found = compilers.get(version) ?? installCompiler(world.workspace, version)
    compilers.set(version, found)
    return found
  }

  describe('types', () => {
    test.for(cases.map(one => [`OpenTelemetry ${one.line}`, one.version, one.resolution, one] as const))(
      '%s: every entry compiles with TypeScript %s and %s',
      async ([, , , { line, version, resolution }]) => {
        await results.note('types', `${line} ${resolution}`, version, async () => {
          const { dir } = world.consumers.filter(one => one.line.name === line).at(-1)!
          const check = { dir, program: 'types/all-entries.ts', resolution }
          expect(await compile(await compiler(version), check)).toBe('')
        })
      },
    )

    test.for(TYPESCRIPTS)(
      'The main entry compiles with TypeScript %s where no SDK is installed',
      async version => {
        const { line } = world.consumers[0]!
        const dir = world.workspace.project(`types-${version}`, { type: 'module' })
        const packages = line.packages.filter(one => !one.includes('/sdk-node@'))
        await npmOrThrow(['install', world.workspace.tarball, ...packages], { cwd: dir })
        addFixtures(dir)
        const check = { dir, program: 'types/main-entry.ts', resolution: 'node16' } as const
        expect(await compile(await compiler(version), check)).toBe('')
      },
    )
  })
}

async function installCompiler(workspace: Workspace, version: string): Promise<string> {
  const dir = workspace.project(`typescript-${version}`)
  await npmOrThrow(['install', `typescript@${version}`], { cwd: dir })
  return join(dir, 'node_modules', 'typescript', 'bin', 'tsc')
}

interface Check {
  dir: string
  program: string
  resolution: Resolution
}

/** Returns what the compiler has to say; nothing when all is well. */
async function compile(tsc: string, { dir, program, resolution }: Check): Promise<string> {
  const { module, type } = RESOLUTIONS[resolution]
  const compilerOptions = {
    ...{ module, moduleResolution: resolution, target: 'es2022', noEmit: true, types: [] },
    ...{ strict: true, skipLibCheck: false, skipDefaultLibCheck: true, exactOptionalPropertyTypes: false },
  }
  writeFileSync(join(dir, 'types', 'package.json'), JSON.stringify({ type }))
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [program] }))
  const { code, stdout, stderr } = await run(process.execPath, [tsc], { cwd: dir })
  return code === 0 ? '' : stdout + stderr || `tsc ended with ${code}`
}
