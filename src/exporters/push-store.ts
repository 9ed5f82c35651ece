import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DeliveryError } from './delivery-error.js'
import type { Environment } from './environment.js'
import { createOtlpSender, type OtlpSender } from './otlp-sender.js'
import { type OtlpOptions, type OtlpTarget, otlpTarget } from './otlp-target.js'
import { encodeRequest } from './push-encode.js'
import { type WholeLine, wholeLines } from './push-lines.js'
import { lockPush } from './push-lock.js'
import { openPushState, type PushState } from './push-state.js'
import { listStoreFiles } from './retention.js'

/** A signal that the store keeps. */
export type StoredSignal = 'traces' | 'logs'

export interface PushOptions {
  /** Folder of the store. */
  dir: string
  /** Where to. */
  otlp: OtlpOptions
  signals: readonly StoredSignal[]
  /** Sends what was sent before too. */
  again: boolean
  env: Environment
  /** Stops after the message that is on its way. */
  signal: AbortSignal
  onProgress(progress: { bytes: number; of: number }): void
}

/** What came of a push. */
export interface PushReport {
  /** What arrived. */
  sent: { spans: number; logRecords: number }
  /** What the receiver read and would not have. It is not sent again. */
  refused: { spans: number; logRecords: number }
  /** Lines that are no OTLP, such as the torn last line of a process that was killed. */
  skippedLines: number
  /** Bytes that are left for another time. */
  leftBytes: number
  /** Signals that the receiver does not take at all, as Jaeger takes no logs. */
  notTaken: StoredSignal[]
  /** Why something is left or was refused, in clauses fit for a report. */
  problems: string[]
}

const COUNTED = { traces: 'spans', logs: 'logRecords' } as const

/**
 * Sends what a local store holds to an OTLP endpoint, oldest first, each line once: what was sent to which address is kept
 * beside the store after every message.
 *
 * @throws {PushError} When another push of the store is running, or its memory cannot be read or written.
 * @throws {TypeError} When the endpoint is none.
 */
export async function pushStore(options: PushOptions): Promise<PushReport> {
  const { dir, otlp, signals, again, env } = options
  const targets = signals.flatMap(signal => otlpTarget(signal, otlp, env) ?? [])
  const report = emptyReport()
  if (!(await isFolder(dir))) return report
  const unlock = await lockPush(dir)
  try {
    const state = await openPushState(dir, { again })
    const plans = await Promise.all(targets.map(target => planOf(dir, target, state)))
    const of = plans.reduce((sum, { bytes }) => sum + bytes, 0)
    let bytes = 0
    const onBytes = (more: number) => {
      bytes += more
      options.onProgress({ bytes, of })
    }
    for (const plan of plans) {
      const reachable = await pushSignal(plan, { state, report, onBytes, signal: options.signal })
      if (!reachable || options.signal.aborted) break
    }
    const left = plans.filter(({ target }) => !report.notTaken.includes(target.signal as StoredSignal))
    report.leftBytes = left.reduce((sum, plan) => sum + plan.bytes, 0) - bytes
    return report
  } finally {
    await unlock()
  }
}

interface Plan {
  target: OtlpTarget
  /** What the address is remembered by. */
  address: string
  files: { name: string; path: string; from: number }[]
  bytes: number
}

async function planOf(dir: string, target: OtlpTarget, state: PushState): Promise<Plan> {
  const folder = join(dir, target.signal)
  const address = target.url.origin + target.url.pathname
  const names = await listStoreFiles(folder)
  state.keepOnly(address, names)
  const sent = state.sentTo(address)
  let bytes = 0
  const files = []
  for (const name of names) {
    const path = join(folder, name)
    const from = sent[name] ?? 0
    const size = (await stat(path).catch(() => undefined))?.size ?? 0
    if (size <= from) continue
    bytes += size - from
    files.push({ name, path, from })
  }
  return { target, address, files, bytes }
}

interface Work {
  state: PushState
  report: PushReport
  signal: AbortSignal
  onBytes(bytes: number): void
}

/** Sends the lines of one signal. @returns Whether it is worth trying the next one. */
async function pushSignal({ target, address, files }: Plan, work: Work): Promise<boolean> {
  const { state, report, signal, onBytes } = work
  const sender = createOtlpSender(target)
  try {
    for (const { name, path, from } of files) {
      let offset = from
      for await (const line of wholeLines(path, from)) {
        if (signal.aborted) return false
        await sendLine(line, { target, sender, report })
        await state.note(address, name, line.end)
        onBytes(line.end - offset)
        offset = line.end
      }
    }
    return true
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    if (error.fault !== 'unknown_path' || target.signal === 'traces') {
      report.problems.push(error.message)
      return false
    }
    report.notTaken.push('logs')
    return true
  } finally {
    sender.close()
  }
}

async function sendLine(
  { text }: WholeLine,
  { target, sender, report }: { target: OtlpTarget; sender: OtlpSender; report: PushReport },
): Promise<void> {
  const signal = target.signal as StoredSignal
  const message = messageOf(text, target)
  if (message === undefined) report.skippedLines += text === '' ? 0 : 1
  if (message === undefined || message.items === 0) return
  const counted = COUNTED[signal]
  try {
    await sender.send(message.body)
    report.sent[counted] += message.items
  } catch (error) {
    // Sent again it would be refused again, and what comes after it would never be sent.
    if (!(error instanceof DeliveryError) || error.fault !== 'refused') throw error
    const lost = error.lost ?? message.items
    report.refused[counted] += lost
    report.sent[counted] += message.items - lost
    if (!report.problems.includes(error.message)) report.problems.push(error.message)
  }
}

/** Reads a line of the store as a message; one that is no OTLP is none. */
function messageOf(
  text: string,
  { signal, protocol }: OtlpTarget,
): { body: Uint8Array; items: number } | undefined {
  try {
    const request: unknown = JSON.parse(text)
    const items = countItems(request, signal as StoredSignal)
    const body = protocol === 'http/json' ? Buffer.from(text) : encodeRequest(signal as StoredSignal, request)
    return { body, items }
  } catch {
    return undefined
  }
}

/** What each level of a request is called, from the outside. */
const LEVELS = {
  traces: ['resourceSpans', 'scopeSpans', 'spans'],
  logs: ['resourceLogs', 'scopeLogs', 'logRecords'],
} as const

function countItems(request: unknown, signal: StoredSignal): number {
  let level: unknown[] = [request]
  for (const name of LEVELS[signal]) {
    level = level.flatMap(one => (one as Record<string, unknown[] | undefined>)[name] ?? [])
  }
  return level.length
}

function emptyReport(): PushReport {
  const none = () => ({ spans: 0, logRecords: 0 })
  return { sent: none(), refused: none(), skippedLines: 0, leftBytes: 0, notTaken: [], problems: [] }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}
