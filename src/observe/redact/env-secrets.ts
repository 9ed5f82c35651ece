const secretName = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PWD)$/i
const publicName = /(?:^|_)PUBLIC_?KEY$/i
const shortest = 8

/**
 * Picks the secrets out of environment variables by name, to be registered with a redactor.
 *
 * @param env The variables, as in `process.env`.
 * @returns The values of at least 8 characters of `*_KEY`, `*_TOKEN`, `*_SECRET` and `*_PASSWORD`.
 */
export function secretsFromEnv(env: Readonly<Record<string, string | undefined>>): string[] {
  const secrets = new Set<string>()
  for (const [name, value] of Object.entries(env)) {
    if (!value || value.length < shortest || !secretName.test(name) || publicName.test(name)) continue
    // The shell's working directory has the name of a password.
    if (name !== 'PWD' && name !== 'OLDPWD') secrets.add(value)
  }
  return [...secrets]
}
