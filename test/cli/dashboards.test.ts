import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runCli } from './support/run-cli.js'
import { temporaryDirectory } from './support/temporary-directory.js'

const shipped = fileURLToPath(new URL('../../dashboards', import.meta.url))
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
const manifest = '.toolspan-dashboards.json'

describe('toolspan dashboards', () => {
  test('writes every file there is, and says what comes next', async () => {
    const cwd = temporaryDirectory()
    const { code, stdout, stderr } = await runCli(['dashboards', 'monitoring'], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(filesIn(join(cwd, 'monitoring'))).toEqual([manifest, ...filesIn(shipped)].sort())
    expect(stdout).toContain('wrote monitoring/grafana/dashboards/tools.json')
    expect(stdout).toContain('docker compose -f monitoring/docker-compose.yml up -d')
  })

  test('leaves what is there already', async () => {
    const cwd = temporaryDirectory()
    await runCli(['dashboards', '.'], { cwd })
    const { code, stdout } = await runCli(['dashboards', '.', '--json'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ written: [], unchanged: filesIn(shipped) })
  })

  test('writes nothing at all when a file was changed, unless it must', async () => {
    const cwd = temporaryDirectory()
    await runCli(['dashboards', '.'], { cwd })
    const [changed, gone] = ['tempo.yaml', 'docker-compose.yml'].map(name => join(cwd, name)) as [
      string,
      string,
    ]
    writeFileSync(changed, 'mine: true\n')
    rmSync(gone)
    const refused = await runCli(['dashboards', '.'], { cwd })
    expect(refused.code).toBe(2)
    expect(refused.stderr).toBe(
      'toolspan: . has files that were changed, and nothing was written: tempo.yaml; --force overwrites them\n',
    )
    expect(existsSync(gone)).toBe(false)
    expect((await runCli(['dashboards', '.', '--force'], { cwd })).code).toBe(0)
    expect(readFileSync(changed, 'utf8')).toBe(readFileSync(join(shipped, 'tempo.yaml'), 'utf8'))
    expect(existsSync(gone)).toBe(true)
  })

  test('brings up to date what an earlier version wrote and nobody changed', async () => {
    const cwd = temporaryDirectory()
    await runCli(['dashboards', '.'], { cwd })
    const old = 'of an earlier version\n'
    writeFileSync(join(cwd, 'tempo.yaml'), old)
    const written = JSON.parse(readFileSync(join(cwd, manifest), 'utf8'))
    written.files['tempo.yaml'] = createHash('sha256').update(old).digest('hex')
    writeFileSync(join(cwd, manifest), JSON.stringify(written))
    const { code, stdout } = await runCli(['dashboards', '.', '--json'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).written).toEqual(['tempo.yaml'])
  })

  test('says what keeps it from writing', async () => {
    const cwd = temporaryDirectory()
    writeFileSync(join(cwd, 'file'), '')
    const { code, stderr } = await runCli(['dashboards', 'file'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^toolspan: \S+ cannot be written \(ENOTDIR\); check the path and its permissions\n$/,
    )
  })
})
