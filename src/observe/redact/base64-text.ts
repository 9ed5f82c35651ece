import type { Detector, Finding } from './finding.js'

/** From the beginning of a run, so that each is read once. */
const base64Run = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}/g
/** Lines of one length, as `base64`, mail and PEM have them; a secret may stand in two of them. */
const wrappedRun =
  /(?<![A-Za-z0-9+/])(?:(?:[A-Za-z0-9+/]{76}\r?\n[ \t]{0,16}){1,16384}|(?:[A-Za-z0-9+/]{64}\r?\n[ \t]{0,16}){1,16384})[A-Za-z0-9+/]{1,76}={0,2}/g
const probeLength = 24
/** Longer runs are decoded only up to here. */
const maxLength = 1 << 20

/** Creates the detector of base64 whose plain text holds a secret, as `containsSecret` tells. */
export function createBase64Detector(containsSecret: (text: string) => boolean): Detector {
  return function findBase64(text, found) {
    findRuns(text, base64Run, found)
    if (text.includes('\n')) findRuns(text, wrappedRun, found)
  }

  function findRuns(text: string, pattern: RegExp, found: Finding[]): void {
    for (const match of text.matchAll(pattern)) {
      const run = match[0]
      const plain = decodeText(run)
      if (plain !== undefined && containsSecret(plain)) {
        found.push({ start: match.index, end: match.index + run.length, rule: 'base64' })
      }
    }
  }
}

/** Returns the text that a base64 run stands for, or `undefined` when it stands for no text. */
export function decodeText(run: string): string | undefined {
  if (!/[A-Z]/.test(run.slice(0, 64)) || !/[a-z]/.test(run.slice(0, 64))) return undefined
  if (!isText(Buffer.from(run.slice(0, probeLength), 'base64'))) return undefined
  const bytes = Buffer.from(run.slice(0, maxLength), 'base64')
  return isText(bytes) ? bytes.toString() : undefined
}

function isText(bytes: Uint8Array): boolean {
  return bytes.every(byte => byte > 31 || byte === 9 || byte === 10 || byte === 13)
}
