import { harmlessBefore } from './key-lists.js'
import { keyWords } from './key-words.js'

const secretName = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PWD)$/i
/** The shell's working directories have the name of a password. */
const directories = new Set(['PWD', 'OLDPWD'])
const shortest = 8

/**
 * Picks the secrets out of environment variables by name, to be registered with a redactor.
 *
 * @param env The variables, as in `process.env`.
 * @returns The values of at least 8 characters of `*_KEY`, `*_TOKEN`, `*_SECRET` and `*_PASSWORD`.
 */
export function secretsFromEnv(env: Readonly<Record<string, string | undefined>>): string[] {
  const secrets = Object.entries(env).flatMap(([name, value = '']) =>
    value.length >= shortest && isSecretName(name) ? [value] : [],
  )
  return [...new Set(secrets)]
}

function isSecretName(name: string): boolean {
  if (!secretName.test(name) || directories.has(name)) return false
  const [before = '', last = ''] = keyWords(name).slice(-2)
  return !((last === 'key' || last === 'token') && harmlessBefore.has(before))
}
