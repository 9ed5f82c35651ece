import type { Binding } from '../../runtime/binding.js'
import { NO_OPTIONS } from '../../runtime/call-state.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import { callWrapped } from './call-wrapped.js'
import { streamsAlways } from './relay.js'

type AnyFunction = (...args: unknown[]) => unknown

/** Wraps a function: same arguments, same `this`, same name. Its one argument is the input, or the list of several. */
export function wrapFunction(binding: Binding, tool: AnyToolDefinition, fn: AnyFunction): AnyFunction {
  const streams = streamsAlways(fn)
  function wrapped(this: unknown, ...args: unknown[]): unknown {
    const input = args.length > 1 ? args : args[0]
    const work = () => fn.apply(this, args)
    return callWrapped({ binding, tool, input, options: NO_OPTIONS, streams, work })
  }
  const { prototype: _, ...own } = Object.getOwnPropertyDescriptors(fn) as PropertyDescriptorMap
  return Object.defineProperties(wrapped, own)
}
