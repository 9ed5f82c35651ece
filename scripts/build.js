// Compiles src/ to dist/ from nothing, so that no file of an earlier build survives, and makes the bin executable.
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'

rmSync('dist', { recursive: true, force: true })
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
chmodSync('dist/cli/bin.js', 0o755)
