import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { cliError } from '../cli-error.js'
import { MANIFEST, manifestOf, planWriting } from '../dashboards/plan-writing.js'
import { shippedFiles } from '../dashboards/shipped-files.js'
import type { Session } from '../session.js'
import { shellWord } from '../shell-word.js'

interface DashboardsOptions {
  force: boolean
}

/** Adds `toolspan dashboards`. */
export function addDashboardsCommand(program: Command, session: Session): void {
  program
    .command('dashboards')
    .description('write the Grafana, Prometheus, collector and compose files into a folder')
    .argument('<dir>', 'the folder; made when it is not there')
    .option('--force', 'overwrite files that were changed', false)
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((dir: string, options: DashboardsOptions) => dashboards(session, dir, options))
}

const EXAMPLES = `
Files that nobody changed since an earlier version wrote them are brought up to date. When one was changed, nothing is
written at all, unless --force says so.

Exit codes:
  0    all files are there as this version has them
  2    a file was changed, or cannot be written

Examples:
  $ toolspan dashboards monitoring
  $ docker compose -f monitoring/docker-compose.yml up -d
  $ toolspan dashboards monitoring --force
`

async function dashboards(session: Session, dir: string, { force }: DashboardsOptions): Promise<void> {
  const { cli, reporter } = session
  const folder = resolve(cli.cwd(), dir)
  const files = await shippedFiles()
  const { toWrite, unchanged, changed } = await planWriting(folder, files)
  if (changed.length > 0 && !force) throw cliError('files_changed', dir, changed.join(', '))
  const writing = [...toWrite, ...changed].sort()
  for (const path of writing) await write(join(folder, path), files.get(path) ?? '')
  await write(join(folder, MANIFEST), manifestOf(files))
  reporter.give({ dir: folder, written: writing, unchanged })
  reporter.show(({ colors }) => {
    const place = relative(cli.cwd(), folder) || '.'
    const compose = shellWord(join(place, 'docker-compose.yml'))
    return [
      ...writing.map(path => `${colors.green('wrote')} ${join(place, path)}`),
      writing.length === 0 ? `All ${unchanged.length} files in ${place} are up to date.` : '',
      `${colors.dim('Next:')} docker compose -f ${compose} up -d ${colors.dim('and open')} http://localhost:3000`,
    ]
      .filter(Boolean)
      .join('\n')
  })
}

/** Replaces a file as a whole, so that a crash leaves the old one or the new one. */
async function write(path: string, content: string | Buffer): Promise<void> {
  const next = `${path}.${process.pid}`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(next, content)
    await rename(next, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw cliError('cannot_write', path, code)
  }
}
