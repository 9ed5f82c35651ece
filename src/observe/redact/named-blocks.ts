import type { Detector } from './finding.js'
import type { KeyPolicy } from './key-policy.js'
import { isStandIn } from './secret-shape.js'

const block = /(?<!\w)(?:variable|output)[ \t]{1,4}"([\w-]{1,64})"\s{0,4}\{/g
const held = /(?<!\w)(?:default|value)[ \t]{0,16}=[ \t]{0,16}"([^"\n]{1,256})"/
const longestBlock = 500

/** Creates the detector of what a block of Terraform with a sensitive name holds. */
export function createNamedBlockDetector(policy: KeyPolicy): Detector {
  return function findInNamedBlocks(text, found) {
    if (!text.includes('" {') && !text.includes('"{')) return
    for (const match of text.matchAll(block)) {
      if (!policy(match[1] ?? '')) continue
      const start = match.index + match[0].length
      const body = text.slice(start, start + longestBlock)
      const end = body.indexOf('}')
      const value = held.exec(end === -1 ? body : body.slice(0, end))
      if (!value || isStandIn(value[1] ?? '')) continue
      const at = start + value.index + value[0].length - 1
      found.push({ start: at - (value[1] ?? '').length, end: at, rule: 'assignment' })
    }
  }
}
