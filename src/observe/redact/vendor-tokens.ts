import type { Detector, Finding } from './finding.js'

/** Prefixes by rule. After the prefix come at least 16 token characters, whatever the exact length or checksum. */
const vendors: Record<string, string[]> = {
  'github-token': ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
  'gitlab-token': ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-'],
  'slack-token': [
    'xoxb-',
    'xoxp-',
    'xoxa-',
    'xoxr-',
    'xoxs-',
    'xoxe-',
    'xoxe.xoxp-',
    'xoxc-',
    'xoxd-',
    'xapp-',
  ],
  'stripe-key': ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'],
  'google-key': ['AIza', 'GOCSPX-', 'ya29.'],
  'shopify-token': ['shpat_', 'shpss_', 'shpca_', 'shppa_'],
  'pypi-token': ['pypi-'],
  'digitalocean-token': ['dop_v1_', 'doo_v1_', 'dor_v1_'],
  'docker-token': ['dckr_pat_', 'dckr_oat_'],
  'linear-key': ['lin_api_', 'lin_oauth_'],
  'notion-token': ['ntn_'],
  'figma-token': ['figd_', 'figo_'],
  'grafana-token': ['glsa_', 'glc_'],
  'sentry-token': ['sntrys_', 'sntryu_'],
  'newrelic-key': ['NRAK-'],
  'postman-key': ['PMAK-'],
  'rubygems-key': ['rubygems_'],
  'tailscale-key': ['tskey-'],
  'supabase-key': ['sb_secret_', 'sbp_'],
  'langsmith-key': ['lsv2_pt_', 'lsv2_sk_'],
  'atlassian-token': ['ATATT3', 'ATCTT3'],
  'vault-token': ['hvs.', 'hvb.', 'hvr.'],
  'age-key': ['AGE-SECRET-KEY-1'],
  'anthropic-key': ['sk-ant-'],
  'openai-key': ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-'],
  'huggingface-token': ['hf_', 'api_org_'],
  'npm-token': ['npm_'],
  'sendgrid-key': ['SG.'],
  'groq-key': ['gsk_'],
  'xai-key': ['xai-'],
  'replicate-token': ['r8_'],
  'perplexity-key': ['pplx-'],
  'tavily-key': ['tvly-'],
  'nvidia-key': ['nvapi-'],
  'databricks-token': ['dapi'],
  'square-token': ['sq0atp-', 'sq0csp-', 'EAAA'],
  'pulumi-token': ['pul-'],
  'mailgun-key': ['key-'],
}

const rules = Object.entries(vendors).flatMap(([rule, prefixes]) =>
  prefixes.map(prefix => ({ rule, prefix })),
)
const prefixes = rules.map(({ prefix }) => prefix.replaceAll('.', '\\.')).join('|')
/** A look for these is far cheaper than the pattern, and most texts have none of them. */
const anyPrefix = new RegExp(prefixes)
/** A token starts where no word goes on: `task-0123` is no `sk-`; an escaped line break, byte or colour is no word. */
const start = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt])|(?<=%[0-9A-Fa-f]{2})|(?<=\\[[\\d;]{1,12}m))'
const body = '[\\w-]{16,}(?:\\.[\\w-]{8,256}){0,4}'
const prefixed = new RegExp(`${start}(?:${prefixes})${body}`, 'g')
const databricks = new RegExp(`${start}dapi${body}`, 'g')
const awsPrefix = /A(?:[BKS]IA|CCA)/
const awsKey =
  /(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=\[[\d;]{1,12}m))(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16,}(?![a-z])/g
const telegram = /(?<![\w:])\d{8,10}:[A-Za-z0-9_-]{35}(?![\w-])/g
const webhook =
  /(?:hooks\.slack\.com\/(?:services|workflows)\/|discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{16,256}/g
/** `SK` before 32 hex digits, as Twilio has. */
const twilio = /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g

/** Finds tokens that vendors mark by a prefix, which has more in it than small letters. */
export const findVendorTokens: Detector = (text, found) => {
  if (anyPrefix.test(text)) findPrefixed(text, prefixed, found)
  if (awsPrefix.test(text)) findEach(text, awsKey, 'aws-key', found)
  if (text.includes('SK')) findEach(text, twilio, 'twilio-key', found)
}

/** Finds tokens whose long part may be of small letters alone. */
export const findPlainTokens: Detector = (text, found) => {
  if (text.includes('dapi')) findPrefixed(text, databricks, found)
  if (text.includes(':')) findEach(text, telegram, 'telegram-token', found)
  if (text.includes('hooks')) findEach(text, webhook, 'webhook', found)
}

function findPrefixed(text: string, pattern: RegExp, found: Finding[]): void {
  for (const match of text.matchAll(pattern)) {
    const vendor = rules.find(({ prefix }) => match[0].startsWith(prefix))
    if (!vendor || isIdentifier(match[0].slice(vendor.prefix.length))) continue
    found.push({ start: match.index, end: match.index + match[0].length, rule: vendor.rule })
  }
}

function findEach(text: string, pattern: RegExp, rule: string, found: Finding[]): void {
  for (const match of text.matchAll(pattern)) {
    found.push({ start: match.index, end: match.index + match[0].length, rule })
  }
}

/** Words joined by dashes or underscores, such as `sk-fading-circle-container` or `npm_config_user_agent`. */
function isIdentifier(body: string): boolean {
  return /[-_]/.test(body) && !/[\dA-Z]/.test(body)
}
