import type { Detector } from './finding.js'

/**
 * Tokens that are so much like nothing else, prefix and length together, that they are known behind a letter or digit
 * too: `idghp_…`, `4821ghp_…`. A short prefix such as `sk-` or `hf_` ends words of any text and is none of them.
 */
const shapes: [rule: string, shape: string][] = [
  ['github-token', 'gh[pousr]_[A-Za-z0-9]{36,}'],
  ['github-token', 'github_pat_\\w{40,}'],
  ['gitlab-token', 'gl(?:pat|cbt|ptt|soat)-[\\w-]{20,}'],
  ['slack-token', '(?:xox[a-eprs]|xapp)-\\d[\\w-]{20,}'],
  ['stripe-key', '[sr]k_(?:live|test)_[A-Za-z0-9]{24,}'],
  ['google-key', 'AIza[\\w-]{35,}'],
  ['google-key', 'GOCSPX-[\\w-]{28,}'],
  ['shopify-token', 'shp(?:at|ss|ca|pa)_[A-Za-z0-9]{32,}'],
  ['pypi-token', 'pypi-AgE[\\w-]{40,}'],
  ['digitalocean-token', 'do[opr]_v1_[A-Za-z0-9]{40,}'],
  ['docker-token', 'dckr_[po]at_[\\w-]{24,}'],
  ['anthropic-key', 'sk-ant-[\\w-]{24,}'],
  ['openai-key', 'sk-(?:proj|svcacct|admin)-[\\w-]{40,}'],
  ['npm-token', 'npm_[A-Za-z0-9]{36,}'],
  ['sendgrid-key', 'SG\\.[\\w-]{22}\\.[\\w-]{40,}'],
  ['vault-token', 'hv[sbr]\\.[\\w-]{24,}'],
  ['aws-key', '(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])'],
]
const patterns = shapes.map(([rule, shape]) => ({
  rule,
  pattern: new RegExp(`(?<=[A-Za-z0-9])${shape}`, 'g'),
}))
/** A look for these is far cheaper than the pattern, and most texts have none of them. */
const start =
  /gh[pousr]_|_pat_|gl(?:pat|cbt|ptt|soat)-|xox[a-eprs]-|xapp-|k_(?:live|test)_|AIza|GOCSPX-|shp(?:at|ss|ca|pa)_|pypi-|_v1_|dckr_|sk-|npm_|SG\.|hv[sbr]\.|AKIA|ASIA/

/** Finds tokens of unmistakable shape that a letter or digit stands right before. */
export const findGluedTokens: Detector = (text, found) => {
  if (!start.test(text)) return
  for (const { rule, pattern } of patterns) {
    for (const match of text.matchAll(pattern)) {
      if (isRandom(match[0])) found.push({ start: match.index, end: match.index + match[0].length, rule })
    }
  }
}

/** Words joined by dashes, as in `disk-admin-…`, have no digits and capitals among them. */
function isRandom(token: string): boolean {
  return /\d/.test(token) && (/[A-Z]/.test(token) || !token.startsWith('sk-'))
}
