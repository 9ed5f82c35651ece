import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileStore } from 'toolspan/files'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryDirectory } from '../cli/support/temporary-directory.js'
import { runChild } from './run-child.js'

describe('watching a store in files', () => {
  it('tells of a change that another process made', async () => {
    const dir = temporaryDirectory()
    const changed = watched(dir)
    await runChild('make-one.mjs', [dir, 'task_1'])
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 5000 })
  })

  it('finds changes by itself where the system tells of none', async () => {
    const dir = temporaryDirectory()
    const changed = watched(dir, 20)
    // A watcher of a folder that is gone is told of nothing in the next one.
    rmSync(join(dir, 'calls'), { recursive: true })
    await new Promise(resolve => setTimeout(resolve, 60))
    changed.mockClear()
    mkdirSync(join(dir, 'calls'))
    writeFileSync(join(dir, 'calls', '.changed'), 'another')
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 5000 })
  })

  it('looks now and then without being told, as a writer may be killed before it tells', async () => {
    const dir = temporaryDirectory()
    const changed = watched(dir, 2)
    await vi.waitFor(() => expect(changed.mock.calls.length).toBeGreaterThan(1), { timeout: 5000 })
  })

  it('keeps no process alive', async () => {
    expect(await runChild('watch-only.mjs', [temporaryDirectory()])).toBe('watching\n')
  })

  it('goes on by looking where the folder cannot be made', async () => {
    const file = join(temporaryDirectory(), 'file')
    writeFileSync(file, '')
    watched(file, 5)
    await new Promise(resolve => setTimeout(resolve, 30))
  })
})

function watched(dir: string, pollMs?: number) {
  const changed = vi.fn()
  onTestFinished(fileStore({ dir, pollMs }).watch(changed))
  return changed
}
