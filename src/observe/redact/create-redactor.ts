import { declaredTree } from './declared-tree.js'
import { digestPolicy } from './digest-policy.js'
import { secretsFromEnv } from './env-secrets.js'
import { replaceFindings } from './finding.js'
import { createKeyPolicy } from './key-policy.js'
import { createKnownSecrets, type KnownSecrets } from './known-secrets.js'
import { createMasks } from './masks.js'
import type { JsonValue, RedactContext, Redaction, Redactor, RedactorOptions } from './redactor.js'
import { createTextScanner } from './text-scanner.js'
import { createPatternDetector } from './user-patterns.js'
import { unreadable, type Walk } from './walk.js'
import { walkValue } from './walk-value.js'

/**
 * Creates a redactor.
 *
 * @param options The further keys, patterns and secrets; throws a `TypeError` for a pattern that may be slow.
 * @returns A redactor to share between all sinks.
 * @example
 * const redactor = createRedactor({ keys: ['employeeNumber'] })
 * redactor.redact({ employeeNumber: 4711 }) // { employeeNumber: '[REDACTED:key:employee-number]' }
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { keys, patterns = [], secrets, env = false, pii = false, strict = false, replacement } = options
  const policy = createKeyPolicy(keys)
  const masks = createMasks(replacement)
  const known = createKnownSecrets(secrets)
  if (env) for (const secret of secretsFromEnv(env === true ? process.env : env)) known.add(secret)
  const own = patterns.length > 0 ? createPatternDetector(patterns) : undefined
  const scan = createTextScanner({ policy, masks, known, patterns: own, pii })
  let policyDigest: string | undefined

  function startWalk(context: RedactContext, record?: Walk['record']): Walk {
    const { values, budget = Number.POSITIVE_INFINITY } = context
    return {
      policy,
      masks,
      scan,
      known,
      strict: context.strict ?? strict,
      values: knownValues(values),
      record,
      onRedaction: context.onRedaction,
      visit: walkValue,
      left: budget,
      nodes: 0,
      ancestors: [],
      pathLengths: [],
      path: [],
      layers: 0,
      textPath: undefined,
      changes: 0,
      dropped: false,
    }
  }
  function run(value: unknown, context: RedactContext = {}, record?: Walk['record']): JsonValue {
    try {
      const walk = startWalk(context, record)
      const isAnyDeclared = context.declared?.length || context.harmless?.length || walk.strict
      const result = walkValue(walk, value, isAnyDeclared ? [declaredTree(context)] : undefined) ?? null
      if (!walk.dropped) context.onWhole?.()
      return result
    } catch {
      return unreadable
    }
  }
  return {
    strict,
    get policyDigest() {
      policyDigest ??= digestPolicy(options)
      return policyDigest
    },
    redact(value, context) {
      const redactions = context?.redactions
      return run(value, context, redactions && ((rule, pointer) => redactions.push({ rule, pointer })))
    },
    redactText(text, context) {
      // A text has no schema that could declare it harmless, so it is searched by every redactor.
      if (typeof text !== 'string' || isJsonLike(text))
        return String(run(text, { ...context, strict: false }))
      try {
        const findings = scan(text, context?.values && knownValues(context.values))
        if (findings.length === 0) return text
        if (context?.onRedaction) for (const { rule } of findings) context.onRedaction(rule)
        return replaceFindings(text, findings, masks.of)
      } catch {
        return unreadable
      }
    },
    explain(value, context) {
      const redactions = new Map<string, Redaction>()
      run(value, context, (rule, pointer) => redactions.set(`${rule} ${pointer}`, { rule, pointer }))
      return [...redactions.values()]
    },
    registerSecret: known.add,
  }
}

/** The same list is given for each payload of a call, so that its forms are computed once. */
const registries = new WeakMap<readonly string[], { size: number; registry: KnownSecrets }>()

function knownValues(values: readonly string[] | undefined): KnownSecrets | undefined {
  if (!values || values.length === 0) return undefined
  const seen = registries.get(values)
  if (seen?.size === values.length) return seen.registry
  const registry = createKnownSecrets(values)
  registries.set(values, { size: values.length, registry })
  return registry
}

function isJsonLike(text: string): boolean {
  const first = text.charCodeAt(0)
  return first === 123 || first === 91 || first === 34 || first === 32 || first === 10
}
