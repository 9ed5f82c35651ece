import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Line, readInstallLines } from './lines.js'
import { installNodes, type NodeVersion } from './nodes.js'
import { npmOrThrow } from './npm.js'
import { type Run, run } from './run.js'
import type { Workspace } from './workspace.js'

/** A fresh project in which an install line of the README was run, under one Node. */
export interface Consumer {
  line: Line
  node: NodeVersion
  dir: string
  /** What npm said on the way. */
  install: Run
}

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url))

/** Runs each install line of the README under each Node, with the packed package in the place of its name. */
export async function installConsumers(workspace: Workspace): Promise<Consumer[]> {
  const nodes = await installNodes(workspace)
  const consumers: Consumer[] = []
  for (const line of readInstallLines()) {
    for (const node of nodes) consumers.push(await installConsumer(workspace, line, node))
  }
  return consumers
}

async function installConsumer(workspace: Workspace, line: Line, node: NodeVersion): Promise<Consumer> {
  const dir = workspace.project(`otel-${line.name}-node-${node.major}`)
  const args = ['install', workspace.tarball, ...line.packages]
  const install = await npmOrThrow(args, { cwd: dir, node: node.path })
  addFixtures(dir)
  return { line, node, dir, install }
}

/** Copies the programs into a project. */
export function addFixtures(dir: string): void {
  cpSync(FIXTURES, dir, { recursive: true })
}

/** Runs a program of a project under its Node and reads the JSON it prints. */
export async function runProgram(
  { dir, node }: Pick<Consumer, 'dir' | 'node'>,
  args: string[],
): Promise<unknown> {
  if (!existsSync(join(dir, args.at(-1) ?? ''))) throw new Error(`There is no ${args.at(-1)} in ${dir}`)
  const { code, stdout, stderr } = await run(node.path, args, { cwd: dir, timeoutMs: 60_000 })
  // A warning of Node's, such as that of require(esm) while it was experimental, is not the package's.
  const complaints = stderr.replace(/^\(node:\d+\) ExperimentalWarning.*\n\(Use .*\n/gm, '')
  if (code !== 0 || complaints !== '') throw new Error(`${args.join(' ')} ended with ${code}:\n${stderr}`)
  return JSON.parse(stdout)
}
