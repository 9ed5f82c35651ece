import { randomUUID } from 'node:crypto'
import type { Kernel } from '../kernel.js'
import type { BackgroundLimits } from './background-options.js'
import { EndedTasks } from './ended-tasks.js'
import type { HeldTask } from './held-task.js'
import type { LiveCall } from './live-call.js'
import { reportTask } from './report-task.js'
import { runTask } from './run-task.js'
import type { StoredTask } from './stored-task.js'
import { TaskQueue, type Turn } from './task-queue.js'
import { TaskWaiters } from './task-waiters.js'

const PAUSE_AFTER_FAILURE_MS = 1_000

/** Gives the background tasks of a runtime their turns. */
export class TaskEngine {
  /** By which its claims are known. */
  readonly id = `runtime_${randomUUID()}`
  readonly kernel: Kernel
  readonly limits: BackgroundLimits
  readonly queue: TaskQueue
  /** Tasks with an attempt at work here. */
  readonly running = new Map<string, HeldTask>()
  readonly live = new Map<string, LiveCall>()
  readonly detached: LiveCall
  readonly waiters = new TaskWaiters()
  readonly ended: EndedTasks
  /** Calls that are just being stored, which count as waiting. */
  storing = 0
  closed = false
  /** Tasks that have their turn, and when they want another. */
  readonly #inTurn = new Map<string, { delayMs: number } | undefined>()
  readonly #places = new Map<string, number>()
  readonly #idle = new Set<() => void>()

  /** @param detached What a task runs with whose call was made elsewhere. */
  constructor(kernel: Kernel, limits: BackgroundLimits, detached: LiveCall) {
    this.kernel = kernel
    this.limits = limits
    this.detached = detached
    this.queue = new TaskQueue(kernel.clock, () => this.#giveTurns())
    this.ended = new EndedTasks(kernel.tickets, kernel.clock, limits)
  }

  /** How many more attempts could begin now. */
  get freePlaces(): number {
    return Math.max(0, this.limits.concurrency - this.#inTurn.size - this.queue.size)
  }

  /** Tells whether this process has the task in hand, from its place in the queue to the end of its turn. */
  has(id: string): boolean {
    return this.queue.has(id) || this.#inTurn.has(id)
  }

  /** How many tasks this process has in hand. */
  get inHand(): number {
    return this.queue.size + this.#inTurn.size + this.storing
  }

  /** A claim on a task from now on, or from when it is due. */
  claim(dueAt = this.kernel.clock.date()): { by: string; until: number } {
    return { by: this.id, until: dueAt + this.limits.leaseMs }
  }

  /** Lets a task wait for its turn, at least as long as `delayMs`; one that has its turn gets another when that is over. */
  enqueue(turn: Turn, delayMs = 0): void {
    if (this.#inTurn.has(turn.id)) this.#inTurn.set(turn.id, { delayMs })
    else this.queue.add(turn, delayMs)
  }

  /** Tells that a task has changed, and lets go of it where it has ended. */
  changed(stored: StoredTask): void {
    const { id, task } = stored
    if (task.endedAt !== undefined) {
      this.queue.drop(id)
      this.live.delete(id)
      this.ended.add({ id, endedAt: task.endedAt })
    }
    this.waiters.tell(stored)
    this.#tellIdle()
  }

  /** Calls back once when this process has no task in hand. Returns what ends it. */
  whenIdle(tell: () => void): () => void {
    this.#idle.add(tell)
    this.#tellIdle()
    return () => this.#idle.delete(tell)
  }

  #giveTurns(): void {
    while (!this.closed && this.#inTurn.size < this.limits.concurrency) {
      const turn = this.queue.take(toolName => this.#hasPlace(toolName))
      if (!turn) return
      this.#inTurn.set(turn.id, undefined)
      this.#take(turn.toolName, 1)
      runTask(this, turn.id)
        .catch(error => {
          reportTask(this.kernel, { ...turn, error, what: 'could not be run now' })
          this.enqueue(turn, PAUSE_AFTER_FAILURE_MS)
        })
        .finally(() => this.#endTurn(turn))
    }
  }

  #endTurn(turn: Turn): void {
    const next = this.#inTurn.get(turn.id)
    this.#inTurn.delete(turn.id)
    this.#take(turn.toolName, -1)
    if (next && !this.closed) this.queue.add(turn, next.delayMs)
    this.#giveTurns()
    this.#tellIdle()
  }

  #hasPlace(toolName: string): boolean {
    const places = this.kernel.tools.get(toolName)?.maxConcurrency ?? Number.POSITIVE_INFINITY
    return (this.#places.get(toolName) ?? 0) < places
  }

  #take(toolName: string, change: 1 | -1): void {
    const taken = (this.#places.get(toolName) ?? 0) + change
    if (taken > 0) this.#places.set(toolName, taken)
    else this.#places.delete(toolName)
  }

  #tellIdle(): void {
    if (this.inHand > 0) return
    for (const tell of this.#idle) tell()
    this.#idle.clear()
  }
}
