import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { alertRules } from '../../scripts/dashboards/alert-rules.js'
import { promtool, withoutPrometheus } from './support/programs.js'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const cases = path('./alerts/toolspan.rules.test.yml')

async function run(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(promtool ?? 'promtool', args)
  return stdout + stderr
}

describe.skipIf(withoutPrometheus)('to promtool', () => {
  test.each(['prometheus.yml', 'local.yml'])('%s and its rules are valid', async file => {
    expect(await run('check', 'config', path(`../../dashboards/prometheus/${file}`))).toMatch(
      /is valid prometheus config/,
    )
  })

  test('every alert fires when it should, and only then', async () => {
    expect(await run('test', 'rules', cases)).toMatch(/SUCCESS/)
  })

  test('no alert is without a case', async () => {
    const text = await readFile(cases, 'utf8')
    const alerts = alertRules().groups.flatMap(({ rules }) =>
      rules.flatMap(rule => ('alert' in rule ? rule.alert : [])),
    )
    expect(alerts.filter(alert => !text.includes(`alertname: ${alert}\n`))).toEqual([])
  })
})
