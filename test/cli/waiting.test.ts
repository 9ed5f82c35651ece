import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { createRuntime } from 'toolspan'
import { fileStore } from 'toolspan/files'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { project } from './support/project.js'
import { type BinSettings, runBin } from './support/run-bin.js'
import { runCli } from './support/run-cli.js'
import { runtimeModule, waitingTools } from './support/waiting-tools.js'

const PIN = '4711-0815'
const KEY = 'the-key-of-this-test-is-long-enough'

describe('toolspan pending', () => {
  test('lists what waits, with what may be shown of it', async () => {
    const cwd = newProject()
    expect((await runCli(['pending'], { cwd })).stdout).toBe('Nothing waits in .toolspan.\n')
    expect(existsSync(join(cwd, '.toolspan'))).toBe(false)
    const [first, second] = [await transfer(cwd), await suspend(cwd)]
    const { code, stdout } = await runCli(['pending'], { cwd })
    const [head, ...rows] = stdout.trimEnd().split('\n')
    expect(code).toBe(0)
    expect(head).toMatch(/^ticket {4}tool {6}waits for {2}since {4,5}expires {2}shown$/)
    expect(rows[0]).toMatch(
      new RegExp(`^${short(first)} {2}transfer {2}approval {3}\\d s ago {2}in 7 d +{"to":"Ada"`),
    )
    expect(rows[1]).toMatch(
      new RegExp(`^${short(second)} {2}where-to {2}data {7}\\d s ago {2}in 7 d +{"question"`),
    )
    expect(stdout).not.toContain(PIN)
  })

  test('gives the whole tickets as JSON, and needs no key', async () => {
    const cwd = newProject()
    const ticket = await transfer(cwd, KEY)
    const { pending, decided } = await json(['pending'], { cwd })
    expect(decided).toEqual([])
    expect(pending).toEqual([
      expect.objectContaining({
        ticket,
        kind: 'approval',
        toolName: 'transfer',
        shown: { to: 'Ada', amount: 12, pin: '[REDACTED:declared]' },
      }),
    ])
    expect(readdirSync(join(cwd, '.toolspan'))).toEqual(['calls'])
  })

  test('lists what was decided and not run yet', async () => {
    const cwd = newProject()
    const ticket = await transfer(cwd)
    await runCli(['approve', ticket], { cwd })
    expect((await runCli(['pending'], { cwd })).stdout).toContain('to run: approved')
    const { pending, decided } = await json(['pending'], { cwd })
    expect(pending).toEqual([])
    expect(decided).toEqual([expect.objectContaining({ ticket, state: 'approved' })])
  })
})

describe('toolspan call', () => {
  test('leaves a call that waits where the other commands find it, and says which goes on', async () => {
    const cwd = newProject()
    const { stdout } = await runBin(callTransfer(), { cwd })
    const hint =
      /\nIt waits for approval:\n {2}toolspan approve ([0-9a-f]{8}) --module tools\.mjs\n {2}toolspan deny \1 --module tools\.mjs\n$/
    const [, ticket = ''] = hint.exec(stdout) ?? []
    const approved = await runBin(['approve', ticket, '--module', 'tools.mjs'], { cwd })
    expect(approved.code).toBe(0)
    expect(approved.stdout).toMatch(/^trace [0-9a-f]{32} · 3 spans/m)
    expect(approved.stdout).toMatch(/tool_approval transfer/)
    expect(ran(cwd)).toBe('Ada 12\n')
    const asked = await runBin(['call', 'tools.mjs', 'where-to', '--input', '{}'], { cwd })
    expect(asked.stdout).toMatch(
      /\nIt waits for data:\n {2}toolspan resume [0-9a-f]{8} --data '{}' --module tools\.mjs\n$/,
    )
  })
})

describe('toolspan approve', () => {
  test('with the module runs the call now, with the input it was called with', async () => {
    const cwd = newProject()
    const ticket = await transfer(cwd)
    const { code, stdout, stderr } = await runBin(['approve', short(ticket), '--module', 'tools.mjs'], {
      cwd,
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`"pinDigits": ${PIN.length}`)
    expect(stdout).toMatch(/^ok · measured /m)
    expect(ran(cwd)).toBe('Ada 12\n')
    expect(await json(['pending'], { cwd })).toEqual({ pending: [], decided: [] })
    expect(contents(cwd)).not.toContain(PIN)
  })

  test('without it records who decided and why, for whoever has the tool', async () => {
    const cwd = newProject()
    const ticket = await transfer(cwd)
    const { code, stdout } = await runCli(['approve', ticket, '--reason', 'checked'], { cwd })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        `transfer is approved by ${userInfo().username}.\n` +
        'An application that has the tool and shares the store runs it, or you do:\n' +
        '  toolspan run-decided <module>\n',
    })
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(false)
    const { decided } = await json(['pending'], { cwd })
    const by = { id: userInfo().username, kind: 'user' }
    expect(decided[0].decision).toMatchObject({ decision: 'approved', by })
    const kept = await fileStore({ dir: join(cwd, '.toolspan') }).read(ticket)
    expect(kept?.decision?.reason).toBe('checked')
    const run = await runBin(['run-decided', 'tools.mjs'], { cwd })
    expect(run.code).toBe(0)
    expect(run.stdout).toMatch(/^transfer\n\{\n {2}"to": "Ada"/)
    expect(ran(cwd)).toBe('Ada 12\n')
    const again = await runBin(['run-decided', 'tools.mjs'], { cwd })
    expect(again.stdout).toBe('Nothing was decided that tools.mjs has the tools for.\n')
    expect(ran(cwd)).toBe('Ada 12\n')
  })

  test('runs an edited input, recorded or at once', async () => {
    const cwd = newProject()
    writeFileSync(join(cwd, 'edited.json'), `{"to":"Bob","amount":3,"pin":"${PIN}"}`)
    const [first, second] = [await transfer(cwd), await transfer(cwd)]
    const args = ['--input', '@edited.json', '--by', 'ada', '--json']
    const now = await runBin(['approve', first, ...args, '--module', 'tools.mjs'], { cwd })
    expect(JSON.parse(now.stdout)).toMatchObject({ outcome: 'ok', output: { to: 'Bob', amount: 3 } })
    const recorded = await runCli(['approve', second, ...args], { cwd })
    expect(JSON.parse(recorded.stdout)).toMatchObject({
      ticket: second,
      state: 'approved',
      toolName: 'transfer',
    })
    const { results } = JSON.parse((await runBin(['run-decided', 'tools.mjs', '--json'], { cwd })).stdout)
    expect(results).toEqual([
      expect.objectContaining({ outcome: 'ok', output: expect.objectContaining({ to: 'Bob' }) }),
    ])
    expect(ran(cwd)).toBe('Bob 3\nBob 3\n')
  })

  test('ends with 1 when the call fails, and with an input that does not fit runs nothing', async () => {
    const cwd = newProject()
    const ticket = await transfer(cwd)
    const args = ['approve', ticket, '--module', 'tools.mjs', '--input']
    const unfit = await runBin([...args, '{"to":"Ada"}', '--json'], { cwd })
    expect(unfit.code).toBe(1)
    expect(JSON.parse(unfit.stdout).outcome).toBe('input_invalid')
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(false)
    const failed = await runBin([...args, `{"to":"nobody","amount":1,"pin":"${PIN}"}`], { cwd })
    expect(failed.code).toBe(1)
    expect(failed.stdout).toMatch(/^Error: there is no such account$/m)
  })

  test('runs the input that was asked for after an edited one came to nothing', async () => {
    const cwd = newProject()
    const ticket = await transfer(cwd)
    await runCli(['approve', ticket, '--input', '{"to":"Eve"}'], { cwd })
    expect((await runBin(['run-decided', 'tools.mjs'], { cwd })).code).toBe(1)
    expect((await runBin(['approve', ticket, '--module', 'tools.mjs'], { cwd })).code).toBe(0)
    expect(ran(cwd)).toBe('Ada 12\n')
  })

  test('of two racing processes runs the call once, and tells the loser why', async () => {
    const cwd = newProject()
    const ticket = await transfer(cwd)
    const approving = ['ada', 'bob', 'eve'].map(by =>
      runBin(['approve', ticket, '--by', by, '--module', 'tools.mjs'], { cwd }),
    )
    const runs = await Promise.all(approving)
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 2, 2])
    const winner = ['ada', 'bob', 'eve'][runs.findIndex(({ code }) => code === 0)]
    for (const { stderr } of runs.filter(({ code }) => code === 2))
      expect(stderr).toMatch(
        new RegExp(`^toolspan: this call was approved by ${winner} at \\S+( and is running)?\n$`),
      )
    expect(ran(cwd)).toBe('Ada 12\n')
  })
})

describe('toolspan deny', () => {
  test('ends the call without running it, with the module or without', async () => {
    const cwd = newProject()
    const [first, second] = [await transfer(cwd), await transfer(cwd)]
    const now = await runBin(['deny', first, '--reason', 'not Ada', '--module', 'tools.mjs'], { cwd })
    expect(now.code).toBe(0)
    expect(now.stdout).toMatch(/^The call was denied: not Ada\n\ndenied · measured /)
    const recorded = await runCli(['deny', second, '--by', 'ada'], { cwd })
    expect(recorded.stdout).toMatch(
      /^transfer is denied by ada, and will not run\.\nAn application that .+ ends it, /,
    )
    const run = JSON.parse((await runBin(['run-decided', 'tools.mjs', '--json'], { cwd })).stdout)
    expect(run.results).toEqual([expect.objectContaining({ outcome: 'denied' })])
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(false)
    const late = await runBin(['approve', second, '--module', 'tools.mjs'], { cwd })
    expect(late).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('this call was denied by ada at '),
    })
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(false)
  })

  test('keeps no secret of a reason', async () => {
    const cwd = newProject()
    const token = `ghp_${'0123456789abcdefghij'.repeat(2).slice(0, 36)}`
    await runCli(['deny', await transfer(cwd), '--reason', `no ${token}`], { cwd })
    expect(contents(cwd)).not.toContain(token)
  })
})

describe('toolspan resume', () => {
  test('goes on with the data given, and can be tried again with better data', async () => {
    const cwd = newProject()
    const ticket = await suspend(cwd)
    const unfit = await runBin(['resume', ticket, '--data', '{"town":1}', '--module', 'tools.mjs'], { cwd })
    expect(unfit.code).toBe(1)
    expect(unfit.stdout).toMatch(/^resume_invalid · /m)
    const args = ['resume', short(ticket), '--data', '-', '--module', 'tools.mjs', '--json']
    const run = await runBin(args, { cwd, stdin: '{"city":"Oslo"}' })
    expect(run.code).toBe(0)
    expect(JSON.parse(run.stdout).output).toEqual({ city: 'Oslo', asked: 'Which city?' })
  })

  test('without the module records the data, sealed, for whoever has the tool', async () => {
    const cwd = newProject()
    const ticket = await suspend(cwd)
    const { code, stdout } = await runCli(['resume', ticket, '--data', `{"city":"${PIN}"}`], { cwd })
    expect({ code, first: stdout.split('\n')[0] }).toEqual({
      code: 0,
      first: 'where-to has its answer, which is checked when it goes on.',
    })
    expect(contents(cwd)).not.toContain(PIN)
    const again = await runBin(['resume', ticket, '--data', '{}', '--module', 'tools.mjs'], { cwd })
    expect(again).toMatchObject({
      code: 2,
      stderr:
        'toolspan: this ticket has been used and waits to be run; `toolspan run-decided tools.mjs` does that\n',
    })
    const { results } = JSON.parse((await runBin(['run-decided', 'tools.mjs', '--json'], { cwd })).stdout)
    expect(results[0].output).toMatchObject({ city: PIN })
  })
})

describe('a process that is killed', () => {
  test('leaves a suspended call to be resumed in another', async () => {
    const start = `
import { writeSync } from 'node:fs'
import { createRuntime } from 'toolspan'
import { fileStore } from 'toolspan/files'
import { whereTo } from './tools.mjs'
const { ticket } = await createRuntime({ tools: [whereTo], tickets: fileStore() }).call('where-to', {})
writeSync(1, ticket)
process.kill(process.pid, 'SIGKILL')`
    const cwd = newProject({ 'start.mjs': start })
    const killed = spawnSync(process.execPath, ['start.mjs'], { cwd, encoding: 'utf8' })
    expect(killed.signal).toBe('SIGKILL')
    const args = ['resume', killed.stdout, '--data', '{"city":"Oslo"}', '--module', 'tools.mjs', '--json']
    const { code, stdout } = await runBin(args, { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).output).toEqual({ city: 'Oslo', asked: 'Which city?' })
  })
})

describe('toolspan run-decided', () => {
  test('runs each call in one of the processes that try', async () => {
    const cwd = newProject()
    for (const ticket of [await transfer(cwd), await transfer(cwd)])
      await runCli(['approve', ticket], { cwd })
    const racing = [1, 2, 3].map(() => runBin(['run-decided', 'tools.mjs', '--json'], { cwd }))
    const runs = await Promise.all(racing)
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(runs.flatMap(({ stdout }) => JSON.parse(stdout).results)).toHaveLength(2)
    expect(ran(cwd)).toBe('Ada 12\nAda 12\n')
  })

  test('puts back a decision that was not theirs to make, and runs the others', async () => {
    const options = "tickets: fileStore(), canDecide: (decision) => decision.by.id === 'boss'"
    const cwd = newProject({ 'app.mjs': runtimeModule(options) })
    const [first, second] = [await transfer(cwd), await transfer(cwd)]
    await runCli(['approve', first, '--by', 'ada'], { cwd })
    await runCli(['approve', second, '--by', 'boss'], { cwd })
    const { code, stdout, stderr } = await runBin(['run-decided', 'app.mjs', '--json'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).results).toHaveLength(1)
    expect(stderr).toContain('a call of transfer that was decided on was not run: ada may not decide on it')
    const { pending } = await json(['pending'], { cwd })
    expect(pending).toEqual([expect.objectContaining({ ticket: first })])
    expect(ran(cwd)).toBe('Ada 12\n')
  })

  test('is kept back by no call that it cannot run, and says why', async () => {
    const changed = waitingTools.replace('to: z.string(),', 'to: z.string(), iban: z.string(),')
    const cwd = newProject({ 'changed.mjs': changed })
    const [sealed, fine] = [await transfer(cwd, KEY), await transfer(cwd)]
    await runCli(['approve', sealed], { cwd, env: { TOOLSPAN_STORE_KEY: KEY } })
    await runCli(['approve', fine], { cwd })
    const other = await runBin(['run-decided', 'changed.mjs'], { cwd })
    expect(other.stdout).toBe('')
    expect(other.stderr).toContain(
      `transfer (${short(fine)}) was decided on and is not run: its tool takes something else now`,
    )
    const { stdout, stderr } = await runBin(['run-decided', 'tools.mjs', '--json'], { cwd })
    expect(JSON.parse(stdout).results).toHaveLength(1)
    expect(stderr).toMatch(
      new RegExp(
        `^toolspan: transfer \\(${short(sealed)}\\) was decided .+ sealed under another key; [^\n]+\n$`,
      ),
    )
    expect(ran(cwd)).toBe('Ada 12\n')
  })
})

describe('an application that shares the store', () => {
  test('runs what was approved in a terminal, at once', async () => {
    const start = "import './app.mjs'\nsetInterval(() => {}, 1000)"
    const cwd = newProject({ 'app.mjs': runtimeModule('tickets: fileStore()'), 'start.mjs': start })
    const ticket = await transfer(cwd)
    const application = spawn(process.execPath, ['start.mjs'], { cwd, stdio: 'inherit' })
    onTestFinished(() => void application.kill())
    await runCli(['approve', ticket], { cwd })
    await vi.waitFor(() => expect(ran(cwd)).toBe('Ada 12\n'), { timeout: 15_000 })
  })
})

describe('a module that exports a runtime', () => {
  test('goes on with what waits in its own store', async () => {
    const cwd = newProject({ 'app.mjs': runtimeModule("tickets: fileStore({ dir: 'elsewhere' })") })
    const called = JSON.parse((await runBin([...callTransfer('app.mjs'), '--json'], { cwd })).stdout)
    expect((await runCli(['pending'], { cwd })).stdout).toBe('Nothing waits in .toolspan.\n')
    const run = await runBin(['approve', called.ticket, '--module', 'app.mjs'], { cwd })
    expect({ code: run.code, ran: ran(cwd) }).toEqual({ code: 0, ran: 'Ada 12\n' })
  })

  test('decides by its own policy', async () => {
    const options = "tickets: fileStore(), canDecide: (decision) => decision.by.id === 'boss'"
    const cwd = newProject({ 'app.mjs': runtimeModule(options) })
    const { ticket } = JSON.parse((await runBin([...callTransfer('app.mjs'), '--json'], { cwd })).stdout)
    const args = ['approve', ticket, '--module', 'app.mjs', '--by']
    expect(await runBin([...args, 'ada'], { cwd })).toMatchObject({
      code: 2,
      stderr: 'toolspan: ada may not decide on this call\n',
    })
    expect((await runBin([...args, 'boss'], { cwd })).code).toBe(0)
    expect(ran(cwd)).toBe('Ada 12\n')
  })

  test('that keeps its calls in memory is told that they end with the command', async () => {
    const cwd = newProject({ 'app.mjs': runtimeModule('') })
    const { code, stdout } = await runBin(callTransfer('app.mjs'), { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /\nIt waits where its runtime keeps calls; in memory it ends with this command, [^\n]+\n$/,
    )
  })

  test('that keeps its calls elsewhere is told apart from a ticket that is unknown', async () => {
    const cwd = newProject({ 'app.mjs': runtimeModule('') })
    const ticket = await transfer(cwd)
    const run = await runBin(['approve', ticket, '--module', 'app.mjs'], { cwd })
    expect(run).toMatchObject({
      code: 2,
      stderr:
        'toolspan: the runtime of app.mjs keeps its calls elsewhere than this ticket; give it tickets: fileStore()\n',
    })
  })
})

describe('a ticket that cannot be used', () => {
  test('is told in one sentence and ends with 2', async () => {
    const cwd = newProject()
    const [waiting, suspended, expired] = [await transfer(cwd), await suspend(cwd), await transfer(cwd)]
    await expire(cwd, expired)
    const sentences: [string[], RegExp][] = [
      [['approve', 'ticket_nope'], /^no call waits under this ticket; `toolspan pending` lists what waits$/],
      [['deny', '../../etc/passwd'], /^no call waits under this ticket/],
      [['approve', ''], /^no call waits under this ticket/],
      [['approve', suspended], /^this ticket waits for data: resume it/],
      [['resume', waiting, '--data', '{}'], /^this ticket waits for a decision: approve or deny it/],
      [['approve', expired], /^this ticket has expired; call the tool again$/],
      [['approve', waiting, '--by', ' '], /^it must be said who decides; give --by <name>$/],
      [['approve', waiting, '--input', '{'], /^--input cannot be read as JSON/],
      [['approve', waiting, '--module', 'none.mjs'], /^there is no file none\.mjs/],
      [['approve', waiting, '--module', 'other.mjs'], /^other\.mjs has no tool named "transfer"/],
    ]
    writeFileSync(
      join(cwd, 'other.mjs'),
      "import { createTool } from 'toolspan'\nexport const o = createTool({ id: 'o', description: 'd', execute: () => 1 })",
    )
    for (const [args, sentence] of sentences) {
      const { code, stdout, stderr } = await runCli(args, { cwd })
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' })
      expect(stderr.replace(/^toolspan: (.*)\n$/, '$1')).toMatch(sentence)
    }
    const { pending } = await json(['pending'], { cwd })
    expect(pending.map(({ ticket }: { ticket: string }) => ticket)).toEqual([waiting, suspended])
    const run = await runCli(['approve', 'nope', '--json'], { cwd })
    expect(JSON.parse(run.stdout).error.code).toBe('ticket_unknown')
  })

  test('because it was sealed under another key, or is damaged, leaves the others usable', async () => {
    const cwd = newProject()
    const [sealed, damaged, fine] = [await transfer(cwd, KEY), await transfer(cwd), await transfer(cwd)]
    const folder = join(cwd, '.toolspan/calls', damaged)
    const content = readdirSync(folder).find(name => name.endsWith('.jsonl')) ?? ''
    writeFileSync(join(folder, content), 'half')
    const wrongKey = await runCli(['approve', sealed], { cwd })
    expect(wrongKey).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('was sealed under another key'),
    })
    const short = await runCli(['approve', sealed], { cwd, env: { TOOLSPAN_STORE_KEY: 'short' } })
    expect(short).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('TOOLSPAN_STORE_KEY must be a text'),
    })
    const listed = await runCli(['pending', '--json'], { cwd })
    expect(JSON.parse(listed.stdout).pending).toHaveLength(2)
    expect(listed.stderr).toMatch(/^toolspan: the record \S+ is damaged [^\n]+\n$/)
    expect((await runBin(['approve', fine, '--module', 'tools.mjs'], { cwd })).code).toBe(0)
  })
})

function newProject(files: Record<string, string> = {}): string {
  return project({ 'tools.mjs': waitingTools, ...files })
}

function callTransfer(module = 'tools.mjs'): string[] {
  return ['call', module, 'transfer', '--input', `{"to":"Ada","amount":12,"pin":"${PIN}"}`]
}

async function json(args: string[], settings: BinSettings) {
  return JSON.parse((await runCli([...args, '--json'], settings)).stdout)
}

/** Calls a tool that needs approval, as an application does, and returns the ticket. */
function transfer(cwd: string, key?: string): Promise<string> {
  return ticketOf(cwd, { tool: 'transfer', input: { to: 'Ada', amount: 12, pin: PIN }, key })
}

function suspend(cwd: string): Promise<string> {
  return ticketOf(cwd, { tool: 'where-to', input: {} })
}

async function ticketOf(cwd: string, call: { tool: string; input: unknown; key?: string }): Promise<string> {
  const tools = await import(/* @vite-ignore */ join(cwd, 'tools.mjs'))
  const tickets = fileStore({ dir: join(cwd, '.toolspan'), key: call.key })
  const runtime = createRuntime({ tools: { ...tools }, tickets, background: { pickUp: false } })
  const result = await runtime.call(call.tool, call.input)
  return 'ticket' in result ? result.ticket : ''
}

async function expire(cwd: string, ticket: string): Promise<void> {
  const store = fileStore({ dir: join(cwd, '.toolspan') })
  const stored = await store.read(ticket)
  if (!stored) throw new Error('nothing waits')
  await store.replace({ ...stored, expiresAt: Date.now() - 1, revision: stored.revision + 1 })
}

function short(ticket: string): string {
  return ticket.replace('ticket_', '').slice(0, 8)
}

function ran(cwd: string): string {
  return readFileSync(join(cwd, 'ran.txt'), 'utf8')
}

/** Everything in the local store. */
function contents(cwd: string): string {
  const dir = join(cwd, '.toolspan')
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map(name => join(dir, name))
  return paths
    .filter(path => statSync(path).isFile())
    .map(path => readFileSync(path, 'latin1'))
    .join('\n')
}
