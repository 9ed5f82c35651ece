// The redactors of others, each with a sensible configuration, as functions from a value to the text that would be
// written. They are installed on demand: npm install --prefix bench/redaction-peers --no-package-lock
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const here = createRequire(new URL('./redaction-peers/package.json', import.meta.url))
const load = name => import(pathToFileURL(here.resolve(name)).href)

const names = [
  'password',
  'passwd',
  'secret',
  'token',
  'access_token',
  'accessToken',
  'apiKey',
  'api_key',
  'authorization',
  'Authorization',
  'cookie',
  'privateKey',
]

/** Writes a value as JSON, with what JSON leaves out written too where the redactor kept it. */
export function written(value) {
  if (typeof value === 'string') return value
  return JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? ''
}

export const peers = [
  {
    name: '@logtape/redaction',
    async create() {
      const { DEFAULT_REDACT_FIELDS, redactByField, redactByPattern, ...patterns } =
        await load('@logtape/redaction')
      const { CREDIT_CARD_NUMBER_PATTERN, EMAIL_ADDRESS_PATTERN, JWT_PATTERN, US_SSN_PATTERN } = patterns
      const format = redactByPattern(
        record => written(record.properties.value),
        [CREDIT_CARD_NUMBER_PATTERN, EMAIL_ADDRESS_PATTERN, JWT_PATTERN, US_SSN_PATTERN],
      )
      let last = ''
      const sink = redactByField(
        record => {
          last = format(record)
        },
        { fieldPatterns: DEFAULT_REDACT_FIELDS, action: () => '[REDACTED]' },
      )
      return value => {
        const record = { category: ['app'], level: 'info', message: [''], rawMessage: '', timestamp: 0 }
        sink({ ...record, properties: { value } })
        return last
      }
    },
  },
  {
    name: '@hackylabs/deep-redact',
    async create() {
      const { DeepRedact } = await load('@hackylabs/deep-redact')
      const redactor = new DeepRedact({ blacklistedKeys: names, fuzzyKeyMatch: true, serialise: false })
      return value => written(redactor.redact(value))
    },
  },
  {
    name: 'openredaction',
    async create() {
      const { OpenRedaction } = await load('openredaction')
      const redactor = new OpenRedaction()
      return async value => (await redactor.detect(written(value))).redacted
    },
  },
  {
    name: '@mastra/observability',
    async create() {
      const { SensitiveDataFilter } = await load('@mastra/observability')
      const filter = new SensitiveDataFilter()
      return value => written(filter.process({ input: value, traceId: 't' }).input)
    },
  },
  {
    name: 'langsmith',
    async create() {
      const { createSecretAnonymizer } = await load('langsmith/anonymizer')
      const anonymize = createSecretAnonymizer()
      return value => written(anonymize(value))
    },
  },
  {
    name: 'pino',
    async create() {
      const { default: pino } = await load('pino')
      const paths = names.flatMap(name => ['', '*.', '*.*.', '*.*.*.'].map(depth => `${depth}${name}`))
      let last = ''
      const write = line => {
        last = line
      }
      const logger = pino({ redact: paths }, { write })
      return value => {
        logger.info({ value })
        return last
      }
    },
  },
  {
    name: 'redact-pii',
    async create() {
      const { default: pii } = await load('redact-pii')
      const redactor = new pii.SyncRedactor()
      return value => redactor.redact(written(value))
    },
  },
  {
    name: '@secretlint/core',
    async create() {
      const { lintSource } = await load('@secretlint/core')
      const { creator } = await load('@secretlint/secretlint-rule-preset-recommend')
      const id = '@secretlint/secretlint-rule-preset-recommend'
      const config = { rules: [{ id, rule: creator, options: {} }] }
      return async value => {
        const content = written(value)
        const source = { content, filePath: 'a.json', ext: '.json', contentType: 'text' }
        const { messages } = await lintSource({ source, options: { config, locale: 'en' } })
        return messages.reduceRight(
          (text, { range }) => text.slice(0, range[0]) + text.slice(range[1]),
          content,
        )
      }
    },
  },
  {
    name: '@npmcli/redact',
    async create() {
      const { default: redact } = await load('@npmcli/redact')
      return value => redact.redactLog(written(value))
    },
  },
]

/** Returns the installed version of a peer, or `undefined` where it is not installed. */
export function versionOf(name) {
  try {
    return here(`${name}/package.json`).version
  } catch {
    return versionByEntry(name)
  }
}

/** Some packages do not export their package.json. */
function versionByEntry(name) {
  const { dependencies } = here('./package.json')
  try {
    here.resolve(name)
    return dependencies[name]
  } catch {
    return undefined
  }
}
