import { readFile } from 'node:fs/promises'
import type { ToolResult } from '../../runtime/result.js'
import type { EndedCall } from './run-calls.js'

/** How the search for secrets in what was written came out. */
export interface SecretSearch {
  /** How many secrets were looked for. */
  searchedFor: number
  /** How many bytes were searched. */
  bytes: number
  /** How many of the secrets were found. */
  found: number
}

const SHORTEST = 8

/** Searches files, as bytes, for what the tools held and nobody else may see. */
export async function searchSecrets(
  ended: readonly EndedCall[],
  paths: readonly string[],
): Promise<SecretSearch> {
  const secrets = new Set((await Promise.all(ended.map(hiddenIn))).flat())
  const contents = await Promise.all(paths.map(path => readFile(path)))
  return {
    searchedFor: secrets.size,
    bytes: contents.reduce((sum, content) => sum + content.length, 0),
    found: [...secrets].filter(secret => contents.some(content => content.includes(secret))).length,
  }
}

/**
 * What a call says to hide, texts of an output that its display view leaves out, and words of a thrown message that the
 * kept one leaves out.
 */
async function hiddenIn({ call, result }: EndedCall): Promise<string[]> {
  return [
    ...(call.hidden ?? []),
    ...(result.outcome === 'ok' ? await hiddenInOutput(result) : hiddenInError(result)),
  ]
}

async function hiddenInOutput(result: Extract<ToolResult, { outcome: 'ok' }>): Promise<string[]> {
  const shown = JSON.stringify(await result.view('display'))
  return textsIn(result.output).filter(text => !shown.includes(JSON.stringify(text).slice(1, -1)))
}

function hiddenInError({ outcome, error }: ToolResult): string[] {
  if (outcome !== 'error' || !(error?.cause instanceof Error)) return []
  const words = error.cause.message.split(/[\s:@/(),]+/)
  return words.filter(word => word.length >= SHORTEST && !error.message.includes(word))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= SHORTEST ? [value] : []
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
