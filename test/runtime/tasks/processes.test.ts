import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('./children/live.mjs', import.meta.url))

test.each(['alone', 'shared'])(
  'a process whose store is %s stays for its own tasks, and ends by itself then',
  kind => {
    const ran = spawnSync(process.execPath, [program, kind], { encoding: 'utf8', timeout: 60_000 })
    expect(ran).toMatchObject({ status: 0, stdout: 'completed 2', stderr: '' })
  },
)
