import { ATTR } from '../observe/names.js'
import type { StoredAttributes } from './stored-span.js'

const MARKERS: readonly (readonly [marker: string, words: string])[] = [
  ['Caused by: ', 'caused by '],
  ['Error in aggregate: ', 'including '],
  // How many are left out.
  ['… ', ''],
]

const FRAME = /^\s+at /

/**
 * Reads the causes of an exception out of its `exception.stacktrace`, each as what it says without its stack frames:
 * `caused by Error: connect ECONNREFUSED 127.0.0.1:59999`, and `including …` for what an `AggregateError` holds.
 */
export function causesOf(attributes: StoredAttributes): string[] {
  const stack = attributes[ATTR.exceptionStacktrace]
  if (typeof stack !== 'string') return []
  const causes: string[][] = []
  let isOpen = false
  for (const line of afterMessage(stack, attributes[ATTR.exceptionMessage]).split(/\r?\n/)) {
    const found = MARKERS.find(([marker]) => line.startsWith(marker))
    if (found) causes.push([found[1] + line.slice(found[0].length)])
    else if (isOpen && !FRAME.test(line)) causes.at(-1)?.push(line)
    isOpen = found !== undefined || (isOpen && !FRAME.test(line))
  }
  return causes.map(lines => lines.join('\n').trimEnd().replace(/:$/, ''))
}

/** A message may hold words like those that begin a cause; it may end with codes that the stack has elsewhere. */
function afterMessage(stack: string, message: unknown): string {
  if (typeof message !== 'string' || message === '') return stack
  const found = [message, message.replace(/ \([^()]*\)$/, '')].find(text => stack.includes(text))
  return found === undefined ? stack : stack.slice(stack.indexOf(found) + found.length)
}
