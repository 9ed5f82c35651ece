import { formatKeeps, formatLeaks } from './redaction-formats.js'

/**
 * What a redactor must take out and what it must leave. All secrets are made up.
 *
 * A leak case passes when the needle is absent from the serialised result, a keep case when it is still there.
 */
export type RedactionCase = [title: string, value: unknown, needle: string]

const S = 'hunter2hunter2' // a secret with no shape
const AWS = 'AKIAIOSFODNN7EXAMPLE'
const body = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'
const GH = `ghp_${body}`
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'
const PEM = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow${S}\n-----END RSA PRIVATE KEY-----`

const base64 = (text: string) => Buffer.from(text).toString('base64')
const json = JSON.stringify

function deep(levels: number, leaf: unknown): unknown {
  return levels === 0 ? leaf : { a: deep(levels - 1, leaf) }
}

const circular: Record<string, unknown> = { password: S }
circular['self'] = circular

class WithToJson {
  toJSON() {
    return { data: { password: S } }
  }
}

class Session {
  readonly user = 'ada'
  readonly password = S
}

const glued: RedactionCase[] = [
  ['token behind a letter', { m: `id x${GH} here` }, body],
  ['token behind digits', { m: `id 4821${GH} here` }, body],
  ['token behind a letter in a path', { m: `GET https://h.example/x${GH}` }, body],
  ['token behind a mask', { m: `id [REDACTED:known]${GH} here` }, body],
  ['AWS key behind a letter', { m: `id x${AWS} here` }, AWS],
  ['two tokens in one', { m: `id ${GH}${GH} here` }, body],
]

const start: RedactionCase[] = [
  ['flat password', { password: S }, S],
  ['access_token', { access_token: S }, S],
  ['accessToken', { accessToken: S }, S],
  ['compound camel key', { openaiApiKey: S }, S],
  ['x-api-key header', { headers: { 'x-api-key': S } }, S],
  ['cookie header', { headers: { cookie: `sid=${S}` } }, S],
  ['set-cookie array', { headers: { 'set-cookie': [`sid=${S}; HttpOnly`] } }, S],
  ['Authorization Bearer', { headers: { Authorization: `Bearer ${S}${S}` } }, S],
  ['Authorization Basic', { headers: { authorization: `Basic ${base64(`app:${S}`)}` } }, base64(`app:${S}`)],
  ['header tuples', { headers: [['authorization', `Custom ${S}`]] }, S],
  ['raw headers', { rawHeaders: ['X-Api-Key', S] }, S],
  ['sensitive key holding an object', { password: { value: S } }, S],
  ['sensitive key holding a number', { password: 98765432 }, '98765432'],
  ['12 deep', deep(12, { password: S }), S],
  ['30 deep, shaped', deep(30, { note: GH }), GH],
  ['array of objects', { users: [{ password: S }] }, S],
  ['JSON in a string', { body: json({ password: S }) }, S],
  ['JSON in JSON in a string', { body: json(json({ password: S })) }, S],
  ['urlencoded body', { body: `user=a&password=${S}&x=1` }, S],
  ['URL userinfo', { url: `https://app:${S}@h.example/x` }, S],
  ['URL query token', { url: `https://h.example/x?access_token=${S}&a=1` }, S],
  ['URL X-Amz-Signature', { url: `https://h.example/x?X-Amz-Signature=${S}` }, S],
  ['ADO connection string', { cs: `Server=db;User Id=app;Password=${S};` }, S],
  ['AWS key in prose', { msg: `use ${AWS} now` }, AWS],
  ['JWT in prose', { msg: `t ${JWT}` }, JWT],
  ['secret as an object key', { [GH]: 1 }, GH],
  ['PEM block', { k: PEM }, S],
  ['card number', { note: 'card 4111 1111 1111 1111' }, '4111 1111 1111 1111'],
  ['Map', { m: new Map([['password', S]]) }, S],
  ['Buffer', { b: Buffer.from(`password=${S}`) }, 'hunter2'],
  ['error message', { e: new Error(`connect failed postgres://app:${S}@db:5432/x`) }, S],
  [
    'error with request config',
    Object.assign(new Error('x'), { config: { headers: { Authorization: `Bearer ${S}` } } }),
    S,
  ],
  ['error cause', { e: new Error('x', { cause: new Error(`password=${S}`) }) }, S],
  ['toJSON', { o: new WithToJson() }, S],
  ['circular', circular, S],
  ['curl -H', { cmd: `curl -H "X-Api-Key: ${S}" https://h.example` }, S],
  ['env line', { out: `DB_PASSWORD=${S}\n` }, S],
  ['base64 of a secret assignment', { b: base64(`password=${S}`) }, base64(`password=${S}`)],
  ['own __proto__ key', JSON.parse(`{"__proto__":{"password":"${S}"}}`), S],
]

const sensitiveKeys = (
  'userPassword user_password user-password USER_PASSWORD passwd pwd passphrase PASSWORD2 dbPass X_API_KEY x-api-key ' +
  'OPENAI_API_KEY apiKey apikey clientSecret client_secret privateKey secretAccessKey aws_secret_access_key ' +
  'refreshToken id_token sessionId session_token connectionString signingKey encryptionKey recoveryCode ' +
  'X-CSRF-Token proxy-authorization credentials mnemonic seedPhrase auth sid pin dsn otp cvv jwt bearerToken'
).split(' ')
const keys: RedactionCase[] = [
  ...sensitiveKeys.map((key): RedactionCase => [`the key ${key}`, { config: { [key]: S } }, S]),
  ['a key of words with spaces', { 'User Password': S }, S],
  ['a key split by a zero-width space', { 'pass\u200bword': S }, S],
  ['a key in fullwidth letters', { ｐａｓｓｗｏｒｄ: S }, S],
  ['sensitive key holding a list', { secret: [S] }, S],
  ['sensitive key holding a Map', { secret: new Map([['a', S]]) }, S],
  ['sensitive key holding a Set', { passwords: new Set([S]) }, S],
  ['token holding an object', { token: { value: S } }, S],
  ['class instance', { session: new Session() }, S],
  ['null-prototype object', Object.assign(Object.create(null), { password: S }), S],
  ['sensitive field with a schema-like default', { password: { type: 'string', default: S } }, S],
]

const shapes: RedactionCase[] = [
  ['name and value', { name: 'x-api-key', value: S }, S],
  ['environment entry', [{ name: 'GITHUB_TOKEN', value: S }], S],
  ['key and value', [{ key: 'password', value: S }], S],
  ['Name and Value', [{ Name: 'DB_PASSWORD', Value: S }], S],
  ['Key and Value', [{ Key: 'client-secret', Value: S }], S],
  ['header and value', [{ header: 'Cookie', value: `a=${S}` }], S],
  ['raw headers after others', { rawHeaders: ['Host', 'h', 'Cookie', S] }, S],
  ['Headers', { headers: new Headers({ 'x-api-key': S }) }, S],
  ['URLSearchParams', { q: new URLSearchParams({ access_token: S }) }, S],
  ['URL', { url: new URL(`https://app:${S}@h.example/`) }, S],
  [
    'Map with other keys too',
    new Map<unknown, unknown>([[1, 2]]).set('password', 'correcthorse'),
    'correcthorse',
  ],
  ['Set of tokens', new Set([GH]), GH],
  ['command arguments', { argv: ['deploy', '--password', S] }, S],
  ['command arguments of curl', { argv: ['curl', '-u', `app:${S}`] }, S],
  ['Buffer that went through JSON', JSON.parse(json({ b: Buffer.from(S) })), '104,117,110'],
  ['typed array', { bytes: new Uint8Array([104, 117, 110]) }, '117'],
  ['boxed string', { o: Object(GH) }, GH],
  ['card as a number', { n: 4111111111111111 }, '4111111111111111'],
  ['secret as a Map key', new Map([[GH, 1]]), GH],
  ['function name', { f: { [GH]: () => 1 }[GH] }, GH],
  ['symbol description', { s: Symbol(GH) }, GH],
]

const errors: RedactionCase[] = [
  ['AggregateError', new AggregateError([new Error(`token=${S}`)], 'all failed'), S],
  ['error code text', Object.assign(new Error('x'), { response: { data: { apiKey: S } } }), S],
  [
    'raw request head',
    Object.assign(new Error('x'), { _header: `GET /\r\nAuthorization: Basic ${S}\r\n\r\n` }),
    S,
  ],
  ['Authorization in an error message', new Error('401 for Authorization: Bearer xyz'), 'xyz'],
  ['cause that is a request', new Error('x', { cause: { headers: { Cookie: S } } }), S],
  ['message of a DOMException', new DOMException(`aborted https://h/?token=${S}`, 'AbortError'), S],
]

const urls: RedactionCase[] = [
  ['password with an at sign', { u: 'postgres://app:p@hunter2@h/db' }, 'hunter2'],
  ['password with a slash', { u: 'postgres://app:hun/ter2@h/db' }, 'ter2'],
  ['password without a user', { u: `redis://:${S}@h:6379` }, S],
  ['mongodb+srv', { u: `mongodb+srv://app:${S}@c.example/db?retryWrites=true` }, S],
  ['jdbc', { u: `jdbc:postgresql://h/db?user=a&password=${S}` }, S],
  ['no scheme', { u: `//user:${S}@host/cb` }, S],
  ['no scheme, with a token', { u: `//h.example/cb?token=${S}` }, S],
  ['relative URL', { u: `/cb?code=${S}&state=1` }, S],
  ['fragment', { u: `https://h.example/cb#access_token=${S}&x=1` }, S],
  ['token as the user', { u: `https://${S}${S}a@github.com/o/r` }, S],
  ['git remote', { u: `https://x-access-token:${GH}@github.com/o/r.git` }, GH],
  ['Go driver', { u: `app:${S}@tcp(db:3306)/x` }, S],
  ['SAS', { u: `https://a.blob.core.windows.net/c?sv=2020&sig=${S}` }, S],
  ['nested encoded URL', { u: `https://h.example/?next=https%3A%2F%2Fx%3Faccess_token%3D${S}` }, S],
  ...[
    'X-Amz-Credential',
    'X-Amz-Security-Token',
    'X-Goog-Signature',
    'AWSAccessKeyId',
    'Signature',
    'api_key',
    'key',
  ].map((name): RedactionCase => [`parameter ${name}`, { u: `https://h.example/x?a=1&${name}=${S}` }, S]),
]

const tokens: RedactionCase[] = (
  'sk- sk-ant-api03- sk-proj- sk_live_ sk_test_ rk_live_ whsec_ ghp_ gho_ ghs_ github_pat_ glpat- xoxb- xoxp- xapp-1- ' +
  'AIza hf_ npm_ SG. shpat_ shpss_ pypi- dop_v1_ dckr_pat_ lin_api_ ntn_ figd_ glsa_ gsk_ xai- r8_ pplx- tvly- nvapi- ' +
  'hvs. GOCSPX- ya29. lsv2_pt_ sb_secret_ tskey-auth- ATATT3 sntrys_'
)
  .split(' ')
  .map(
    (prefix): RedactionCase => [
      `a token ${prefix}…`,
      { note: `use ${prefix}${body.slice(0, 16)} now` },
      body.slice(0, 16),
    ],
  )

const text: RedactionCase[] = [
  ['password= in prose', { m: `login failed with password=${S} at step 2` }, S],
  ['password: in prose', { m: `The password: ${S} was refused` }, S],
  ['lone word in YAML', { m: 'host: h\npassword: correcthorse\nport: 1' }, 'correcthorse'],
  ['quoted in code', { m: `const secret = "${S}"` }, S],
  ['single quotes', { m: "password: 'correct horse'" }, 'correct horse'],
  ['Ruby hash', { m: `{ :user => 'a', 'password' => '${S}' }` }, S],
  ['name with spaces', { m: `Secret access key: ${S}` }, S],
  ['API key in a sentence', { m: `Your API key is invalid. API key: ${S}.` }, S],
  ['export line', { m: `export OPENAI_API_KEY=${S}` }, S],
  ['env line in quotes', { m: `A=1\nDB_PASSWORD="correct horse"\n` }, 'correct horse'],
  ['Bearer alone', { m: `sent Bearer ${S}${S}` }, S],
  ['Basic alone', { m: `sent Basic ${base64(`app:${S}`)} to h` }, base64(`app:${S}`)],
  ['custom scheme', { m: `Authorization: Custom ${S}` }, S],
  ['no scheme', { m: `authorization: ${S}` }, S],
  ['Digest', { m: `Authorization: Digest username="a", response="${S}"` }, S],
  ['Cookie line', { m: `Cookie: theme=dark; sid=${S}` }, S],
  ['Set-Cookie line', { m: `Set-Cookie: sid=${S}; Path=/` }, S],
  ['curl -u', { m: `curl -u app:${S} https://h.example` }, S],
  ['curl --user', { m: `curl --user "app:${S}" https://h.example` }, S],
  ['curl -H with a cookie', { m: `curl -H 'Cookie: a=b; sid=${S}' https://h` }, S],
  ['flag and value', { m: `deploy --token ${S} --verbose` }, S],
  ['flag=value', { m: `deploy --api-key=${S}` }, S],
  ['PEM without its end', { m: `-----BEGIN PRIVATE KEY-----\nMIIE${S}` }, S],
  ['PEM with escaped line breaks', { m: `{"k":"-----BEGIN PRIVATE KEY-----\\nMIIE${S}\\n-----END` }, S],
  ['OpenSSH key', { m: PEM.replaceAll('RSA', 'OPENSSH') }, S],
  ['PGP key', { m: `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ${S}\n-----END PGP` }, S],
  ['cut-off JWT', { m: `t ${JWT.slice(0, 50)}` }, JWT.slice(0, 50)],
  ['card with dashes', { m: '4111-1111-1111-1111' }, '1111-1111'],
  ['American Express', { m: 'card 3782 822463 10005' }, '822463'],
  ['Mastercard of the 2 series', { m: 'card 2223003122003222' }, '2223003122003222'],
  ['card between other numbers', { m: '1 2 3 4111 1111 1111 1111 4 5' }, '4111 1111'],
  ['zero-width space in a token', { m: `ghp_${body.slice(0, 10)}\u200b${body.slice(10)}` }, body.slice(10)],
  ['fullwidth name', { m: `ｐａｓｓｗｏｒｄ＝${S}` }, S],
  ['token after an escaped line break', { m: `{"a":"x\\n${GH}` }, GH],
  ['token after an escaped byte', { m: `a%20${GH}` }, GH],
  ['base64 of JSON', { m: base64(json({ password: S })) }, base64(json({ password: S }))],
  ['base64 data URL', { m: `data:text/plain;base64,${base64(`x ${GH}`)}` }, base64(`x ${GH}`)],
  [
    'Slack webhook',
    { m: 'https://hooks.slack.com/services/T00000000/B0/abcdefABCDEF123456' },
    'abcdefABCDEF',
  ],
  ['azure account key', { m: `AccountName=a;AccountKey=${base64(S)}==;EndpointSuffix=x` }, base64(S)],
]

const files: RedactionCase[] = [
  ['XML element', { m: `<db><password>${S}</password></db>` }, S],
  ['XML attributes', { m: `<add key="Password" value="${S}" />` }, S],
  ['HTML input', { m: `<input name="password" type="password" value="correct horse">` }, 'correct horse'],
  ['Kubernetes env', { m: `env:\n- name: DB_PASSWORD\n  value: ${S}\n` }, S],
  ['netrc', { m: `machine h login app password correcthorse` }, 'correcthorse'],
  ['npmrc', { m: `//registry.example.org/:_authToken=${S}` }, S],
  ['docker config', { m: json({ auths: { h: { auth: base64(`app:${S}`) } } }) }, base64(`app:${S}`)],
  ['TOML', { m: `[db]\npassword = "correct horse"` }, 'correct horse'],
  ['Go struct', { m: `&{User:app Password:correcthorse Host:db}` }, 'correcthorse'],
  ['Python repr', { m: `{'user': 'a', 'password': 'correct horse'}` }, 'correct horse'],
  ['SQL', { m: `CREATE USER a WITH PASSWORD 'correct horse'` }, 'correct horse'],
  ['MySQL grant', { m: `CREATE USER a IDENTIFIED BY 'correct horse'` }, 'correct horse'],
  ['mysql -p', { m: `mysql -u root -p${S} db` }, S],
  ['PGPASSWORD', { m: `PGPASSWORD=${S} psql -h db` }, S],
  ['stated in prose', { m: `the password is ${S}.` }, S],
  ['social security number', { m: 'SSN: 078-05-1120 on file' }, '078-05-1120'],
  ['password field of HTML', { m: `<input type="password" value="correct horse">` }, 'correct horse'],
  ['part of a form', { m: `form-data; name="password"\r\n\r\ncorrect horse\r\n--b` }, 'correct horse'],
  ['punctuation in a value', { m: 'DB_PASSWORD=a,b;c)d9x' }, 'd9x'],
  ['value that goes on behind a mask', { m: `password=[REDACTED:x]${S} a` }, S],
  ['quoted value with a mask in it', { m: 'password="[REDACTED:x] correct horse"' }, 'correct horse'],
  ['apostrophe in a value', { m: "password: it's9secret" }, '9secret'],
  ['form field', { type: 'password', value: S }, S],
]

const jsonText: RedactionCase[] = [
  ['cut-off JSON', { b: `{"user":"a","password":"${S}` }, S],
  ['cut-off JSON with an object', { b: `{"user":"a","password":{"value":"${S}","x":` }, S],
  ['cut-off JSON in JSON', { b: json(`{"user":"a","password":"${S}"}`).slice(0, -4) }, S],
  ['cut-off JSON with a tuple', { b: `{"headers":[["authorization","${S}"],["` }, S],
  ['cut-off JSON with a pair', { b: `[{"name":"x-api-key","value":"${S}"},{` }, S],
  ['JSON in prose', { b: `Response: {"password": "${S}"} (200)` }, S],
  ['JSON with a number', { b: 'got {"password": 98765432, "a": 1} back' }, '98765432'],
  ['JSON in JSON in JSON', { b: json(json(json({ a: { password: S } }))) }, S],
  ['JSON four times over', { b: json(json(json(json(json({ a: { password: S } }))))) }, S],
  ['JSON lines', { b: `{"a":1}\n{"password":"${S}"}\n` }, S],
  ['JSON with an escaped key', { b: `{"p\\u0061ssword":"${S}"}` }, S],
  ['tuple in JSON', { b: json([['authorization', `Custom ${S}`]]) }, S],
  ['pair in JSON', { b: json({ env: [{ name: 'API_KEY', value: 'correcthorse' }] }) }, 'correcthorse'],
  ['key that stands twice in JSON', { b: `{"password":"${S}","password":null}` }, S],
  ['quote in a secret', { b: `x {"password":"ab\\"${S}"}` }, S],
]

export const leaks: RedactionCase[] = [
  ...start,
  ...glued,
  ...keys,
  ...shapes,
  ...errors,
  ...urls,
  ...tokens,
  ...text,
  ...files,
  ...jsonText,
  ...formatLeaks,
]

const kept: RedactionCase[] = [
  ['maxTokens', { maxTokens: 4096 }, '4096'],
  ['usage counters', { usage: { prompt_tokens: 123456, completion_tokens: 98765 } }, '123456'],
  ['author', { author: 'Ada Lovelace' }, 'Ada Lovelace'],
  ['keyboard key', { key: 'ArrowDown' }, 'ArrowDown'],
  ['primaryKey', { primaryKey: 'user_id_column' }, 'user_id_column'],
  [
    'git sha',
    { sha: '9fceb02d0ae598e95dc970b74767f19372d61af8' },
    '9fceb02d0ae598e95dc970b74767f19372d61af8',
  ],
  ['uuid', { id: '550e8400-e29b-41d4-a716-446655440000' }, '550e8400-e29b-41d4-a716-446655440000'],
  ['16 digits that fail Luhn', { order: '4111 1111 1111 1112' }, '4111 1111 1111 1112'],
  ['prose with token', { msg: 'the token economy grew' }, 'the token economy grew'],
  ['Date', { d: new Date(0) }, '1970-01-01'],
  ['model name', { model: 'claude-sonnet-4-5-20250929' }, 'claude-sonnet-4-5-20250929'],
  ['scoped package', { p: '@scope/pkg@1.2.3' }, '@scope/pkg@1.2.3'],
  ['password policy', { msg: 'password: must be 12 characters' }, 'must be 12'],
]

const plainKeys = (
  'tokenizer authorType foreignKey idempotencyKey cacheKey sortKey publicKey nextPageToken pageToken continuationToken ' +
  'nextToken tokenType secretary keyboard statusCode name state hash id code passwordPolicy passwordField ' +
  'authorization_endpoint cookieDomain secretName tokens stopToken designToken keyName signal pinned authored ' +
  'compass bypass monkey keynote sessions description cookieConsent'
).split(' ')

const quietText = [
  'auth-smoke: 3',
  'loaded auth.jwt.verify.module',
  'not authorization: release only to',
  'token: invalid',
  'password: string',
  'secret: required, min 8',
  'Authorization: Bearer token required',
  'Basic authentication is off',
  'Bearer authentication failed',
  'const token = await getToken()',
  'password = config.password',
  `API_KEY=${'{'}API_KEY}`,
  'token=<your-token>',
  'git@github.com:org/repo.git',
  'ssh://git@github.com/org/repo.git',
  'http://localhost:3000/@scope/pkg',
  'https://h.example/search?q=token&page=2',
  'https://h.example/x?code=404&key=name',
  'sk-fading-circle-container-large',
  'task-0123456789abcdef0123',
  'npm_config_registry_default_value',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha512:cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce',
  '2024-01-02T03:04:05.678Z',
  'at run (/srv/app/dist/index.js:12:34)',
  '0.5227687358856201',
  '1700000000000123',
  'call +1 555 010 9999',
  'ada@example.com',
  '192.168.0.10:8080',
  'C:\\Users\\ada\\token.txt',
  '-----BEGIN CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----',
  'The "password:" label is missing, the "name" too',
  'class="token keyword" id="secretary-1"',
  'SELECT password FROM users WHERE id = 5',
  'eyJ is how it starts',
  '"token_count": 12, "max_tokens": 4096',
  'if (token === expected) return',
  'x => token == null',
  'the password is argon2id hashed',
  'the secret is safe with us',
  "the token 'if' was unexpected",
  '<tokens>12</tokens>',
  'scope token:read secrets:write',
  'password: see the manual',
  "log.extend('auth:login')",
  "run('gh', ['auth', 'login', '--with-token'])",
  '"keywords": ["cookie", "sign", "unsign"]',
  'sessionId: NonSharedBuffer, done: boolean',
  'curl -u http://localhost:8080/logs',
]

const moreKept: RedactionCase[] = [
  ...plainKeys.map((key): RedactionCase => [`the key ${key}`, { [key]: 'ordinary value' }, 'ordinary value']),
  ...quietText.map((each): RedactionCase => [`the text ${each}`, [each], json(each).slice(1, -1)]),
  ['number of a token', { token: 12, tokenCount: 34 }, '12'],
  ['flag of a password', { hasPassword: true, password: null }, 'true,"password":null'],
  ['version of a package', { dependencies: { cookie: '^0.7.1', 'pbkdf2-password': '1.2.1' } }, '1.2.1'],
  ['fetch mode', { credentials: 'include' }, 'include'],
  ['schema of a password', { password: { type: 'string', minLength: 12 } }, '12'],
  ['log probability', { token: 'hello', logprob: -0.1 }, 'hello'],
  ['names of fields', { required: ['password', 'email'] }, 'email'],
  ['pair with an ordinary name', { name: 'color', value: 'blue' }, 'blue'],
  ['tuple with an ordinary name', [['accept', 'text/html']], 'text/html'],
  ['shared reference', { a: { n: 1 }, b: 2 }, '1'],
  ['plain JSON in a string', { body: '{"a": 1,  "b": [true]}' }, '{\\"a\\": 1,  \\"b\\": [true]}'],
  ['other fields beside a secret in JSON', { body: json({ password: S, city: 'Paris' }) }, 'Paris'],
  ['rest of a URL', { u: `https://app:${S}@h.example/path?token=${S}&page=2` }, 'h.example/path'],
  ['later URL parameters', { u: `https://h.example/?token=${S}&page=2` }, '&page=2'],
  ['rest of a connection string', { u: `Server=db1;Password=${S};Database=x` }, 'Database=x'],
  ['error name and message', new TypeError('x is not a function'), 'TypeError'],
  ['prose after a secret', { m: `password=${S} was refused by db1` }, 'was refused by db1'],
  ['emoji and accents', { m: 'Grüße 👋 naïve' }, 'Grüße 👋 naïve'],
  ['zero-width joiner in prose', { m: '👩‍💻 writes' }, '👩‍💻 writes'],
  ['big integer', { n: 123n }, '123n'],
]

const gluedKept: RedactionCase[] = [
  ['short prefix in a word', { m: 'see task-0123456789abcdef0123 there' }, 'task-0123456789abcdef0123'],
  ['prefix without its token', { m: 'the xghp_ prefix and xAKIA too' }, 'xghp_ prefix and xAKIA'],
]

export const keeps: RedactionCase[] = [...kept, ...gluedKept, ...moreKept, ...formatKeeps]
