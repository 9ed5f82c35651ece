import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { project } from './support/project.js'
import { bin, runBin } from './support/run-bin.js'
import { toolsModule } from './support/tools-module.js'

const unreachable = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:pass-word-1@127.0.0.1:1/base?key=abc' }
const newProject = () => project({ 'tools.ts': toolsModule })

test('An endpoint that is not there changes neither output nor exit code and is told in one sentence', async () => {
  const run = await runBin(['call', 'tools.ts', 'echo', '--input', '{"text":"hi"}', '--json'], {
    cwd: newProject(),
    env: unreachable,
  })
  expect(run.code).toBe(0)
  expect(JSON.parse(run.stdout).output.said).toBe('hi')
  expect(run.stderr).toMatch(
    /^toolspan: 2 spans, .+ could not be delivered to http:\/\/127\.0\.0\.1:1\/base, which refused the connection; start a collector there or unset OTEL_EXPORTER_OTLP_ENDPOINT\n$/,
  )
  expect(run.stderr).not.toMatch(/pass-word-1|abc/)
  expect(run.tookMs).toBeLessThan(10_000)
})

test('The trace of a call is kept and drawn although its endpoint is not there', async () => {
  const run = await runBin(['call', 'tools.ts', 'fails', '--input', '{}'], {
    cwd: newProject(),
    env: unreachable,
  })
  expect(run.code).toBe(1)
  expect(run.stdout).toMatch(/^trace [0-9a-f]{32} · 1 span/m)
})

test('A call works with telemetry turned off', async () => {
  const run = await runBin(['call', 'tools.ts', 'echo', '--input', '{"text":"hi"}'], {
    cwd: newProject(),
    env: { OTEL_SDK_DISABLED: 'true' },
  })
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
  expect(run.stdout).toContain('no trace: it was not recorded')
})

test('A reader that has seen enough, such as head, is no error', async () => {
  const child = spawn(process.execPath, [bin, 'call', 'tools.ts', 'big', '--input', '{}'], {
    cwd: newProject(),
    env: { PATH: process.env.PATH },
  })
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  child.stdout.once('data', () => child.stdout.destroy())
  const code = await new Promise(resolve => child.on('close', resolve))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
