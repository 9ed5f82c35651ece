import type { Detector, Finding } from './finding.js'
import type { KeyPolicy } from './key-policy.js'
import { isStandIn } from './secret-shape.js'

const longFlag =
  /(?<![\w-])--?([a-z][\w.-]{1,40})[ \t]{1,4}(?!-)("[^"\n]{1,512}|'[^'\n]{1,512}|[^\s"'`]{1,512})/gi
const userFlag =
  /(?<![\w-])(?:-u|-U|--user|--proxy-user)(?:[ =]{0,3}["']?|["'],\s{0,16}["'])([^\s"']{3,320})/g

/** Creates the detector of secrets in command lines: `--token x` and `curl -u user:password`. */
export function createCommandFlagDetector(policy: KeyPolicy): Detector {
  return function findCommandFlags(text, found) {
    for (const match of text.matchAll(longFlag)) addFlagValue(match, policy, found)
    if (!/curl|wget|http/i.test(text)) return
    for (const match of text.matchAll(userFlag)) {
      const user = match[1] ?? ''
      const end = match.index + match[0].length
      if (/^[^:]+:(?!\/\/)./.test(user)) found.push({ start: end - user.length, end, rule: 'command-flag' })
    }
  }
}

function addFlagValue(match: RegExpExecArray, policy: KeyPolicy, found: Finding[]): void {
  const name = match[1] ?? ''
  const value = (match[2] ?? '').replace(/^["']/, '')
  if (value === '' || isStandIn(value) || isPath(value) || !policy(name)) return
  if (!match[0].startsWith('--') && !/\d/.test(value)) return
  const end = match.index + match[0].length
  found.push({ start: end - value.length, end, rule: 'command-flag' })
}

function isPath(value: string): boolean {
  return /^[.~]{0,2}\/[\w./-]{1,200}\.\w{2,5}$/.test(value)
}
