import { join } from 'node:path'
import { npmOrThrow } from './npm.js'
import type { Workspace } from './workspace.js'

/** Versions of Node that the matrix runs on; the first is the oldest that `engines` allows. */
export const NODE_VERSIONS = ['20.19.0', '22.23.3', '24.21.0'] as const

export interface NodeVersion {
  version: string
  major: string
  /** Path of the program. */
  path: string
}

/** Installs the Nodes from npm's registry, which has each as a package for each platform. */
export async function installNodes(workspace: Workspace): Promise<NodeVersion[]> {
  const nodes: NodeVersion[] = []
  for (const version of NODE_VERSIONS) nodes.push(await installNode(workspace, version))
  return nodes
}

async function installNode(workspace: Workspace, version: string): Promise<NodeVersion> {
  const isWindows = process.platform === 'win32'
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const dir = workspace.project(`node-${version}`)
  await npmOrThrow(['install', '--ignore-scripts', `${name}@${version}`], { cwd: dir })
  const path = join(dir, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  return { version, major: version.split('.')[0] ?? '', path }
}
