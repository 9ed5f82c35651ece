/** Ways to spell a name of several words. */
export const spellings: Record<string, (words: readonly string[]) => string> = {
  camel: words => words.map((word, index) => (index === 0 ? word : capital(word))).join(''),
  Pascal: words => words.map(capital).join(''),
  snake: words => words.join('_'),
  UPPER_SNAKE: words => words.join('_').toUpperCase(),
  kebab: words => words.join('-'),
  'Header-Case': words => words.map(capital).join('-'),
  dotted: words => words.join('.'),
}

/** Names whose values are secrets, as words. */
export const secretNames = [
  'password',
  'user password',
  'db password',
  'api key',
  'stripe api key',
  'access token',
  'refresh token',
  'client secret',
  'private key',
  'session id',
  'auth token',
  'secret access key',
  'connection string',
  'encryption key',
  'passphrase',
].map(name => name.split(' '))

/** Names whose values are ordinary, though they look or sound like the others. */
export const ordinaryNames = [
  'author',
  'token count',
  'max tokens',
  'primary key',
  'public key',
  'cache key',
  'page token',
  'password policy',
  'secret name',
  'key name',
  'status code',
  'session count',
  'cookie domain',
  'author id',
  'keyboard layout',
].map(name => name.split(' '))

/** Ways in which a payload holds a name and its value. */
export const containers: Record<string, (name: string, value: string) => unknown> = {
  'a field': (name, value) => ({ [name]: value }),
  'a deep field': (name, value) => ({ a: [{ b: { [name]: value } }] }),
  'a field that holds an object': (name, value) => ({ [name]: { value } }),
  'a field that holds a list': (name, value) => ({ [name]: [value] }),
  'a map': (name, value) => new Map([[name, value]]),
  'name and value': (name, value) => [{ name, value }],
  'key and value': (name, value) => ({ list: [{ key: name, value }] }),
  'a tuple': (name, value) => [[name, value]],
  'search parameters': (name, value) => new URLSearchParams({ [name]: value }),
  'an error': (name, value) => Object.assign(new Error('no'), { config: { [name]: value } }),
  JSON: (name, value) => ({ body: JSON.stringify({ [name]: value }) }),
  'JSON in JSON': (name, value) => ({ body: JSON.stringify({ body: JSON.stringify({ [name]: value }) }) }),
  'cut-off JSON': (name, value) => ({ body: `{"a":1,"${name}":"${value}` }),
  'cut-off JSON in JSON': (name, value) => ({
    body: `{"a":"${JSON.stringify({ [name]: value })
      .slice(1)
      .replaceAll('"', '\\"')}`,
  }),
  'JSON in prose': (name, value) => ({ m: `got {"${name}": "${value}"} back` }),
  'an assignment': (name, value) => ({ m: `start ${name}=${value} end` }),
  'a quoted assignment': (name, value) => ({ m: `const ${name} = "${value}"` }),
  YAML: (name, value) => ({ m: `host: h\n${name}: ${value}\nport: 1` }),
  'a list in YAML': (name, value) => ({ m: `env:\n  - name: ${name}\n    value: ${value}\n` }),
  TOML: (name, value) => ({ m: `[a]\n${name} = "${value}"\n` }),
  'a flag': (name, value) => ({ m: `run --${name} ${value} --verbose` }),
  'a flag with =': (name, value) => ({ m: `run --${name}=${value} --verbose` }),
  'a list of arguments': (name, value) => ({ argv: ['run', `--${name}`, value] }),
  'a query': (name, value) => ({ u: `https://h.example/x?a=1&${name}=${value}&b=2` }),
  'a header line': (name, value) => ({ m: `GET / HTTP/1.1\r\n${name}: ${value}\r\nHost: h\r\n` }),
  XML: (name, value) => ({ m: `<a><${name}>${value}</${name}></a>` }),
  CSV: (name, value) => ({ m: `id,${name},city\n1,${value},Oslo\n2,${value}x,Bergen\n` }),
  'a Markdown table': (name, value) => ({ m: `| id | ${name} |\n|---|---|\n| 1 | ${value} |\n` }),
  'base64 of JSON': (name, value) => ({
    b: Buffer.from(JSON.stringify({ [name]: value })).toString('base64'),
  }),
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
