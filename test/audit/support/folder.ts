import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A fresh folder for a transcript, gone after the test. */
export function transcriptFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'toolspan-audit-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  return join(parent, 'transcripts')
}

/** A copy of a transcript and of what is beside it. */
export function copyOf(dir: string): string {
  const copy = transcriptFolder()
  cpSync(dir, copy, { recursive: true })
  cpSync(`${dir}.audit`, `${copy}.audit`, { recursive: true })
  return copy
}

/** Paths of the segments, in order. */
export function segmentsIn(dir: string): string[] {
  return readdirSync(dir)
    .filter(name => name.endsWith('.jsonl'))
    .sort()
    .map(name => join(dir, name))
}

/** The lines of a segment. */
export function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').slice(0, -1)
}

export function writeLines(path: string, lines: readonly string[]): void {
  writeFileSync(path, lines.map(line => `${line}\n`).join(''))
}
