import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Run, run } from './run.js'

export interface NpmOptions {
  cwd: string
  /** The Node that runs npm. Default: the one that runs the tests. */
  node?: string
}

/** Runs npm under a given Node. Downloads come from npm's cache where it has them. */
export function npm(args: readonly string[], { cwd, node = process.execPath }: NpmOptions): Promise<Run> {
  return run(node, [npmCli(), ...args, '--prefer-offline', '--no-audit', '--no-fund'], { cwd })
}

/** Runs npm and throws with what it said when it fails. */
export async function npmOrThrow(args: readonly string[], options: NpmOptions): Promise<Run> {
  const done = await npm(args, options)
  if (done.code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${done.stderr}`)
  return done
}

let cli: string | undefined

function npmCli(): string {
  const outer = process.env.npm_execpath
  cli ??= outer?.endsWith('npm-cli.js') ? outer : join(globalModules(), 'npm', 'bin', 'npm-cli.js')
  return cli
}

function globalModules(): string {
  return execFileSync('npm', ['root', '--global'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).trim()
}
