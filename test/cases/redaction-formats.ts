import type { RedactionCase } from './redaction.js'

// Formats of files, code and terminals. All secrets are made up.

const S = 'hunter2hunter2'
const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'

const leakTexts: [title: string, text: string, needle: string][] = [
  ['CSV', `user,password\nada,correct horse\n`, 'correct horse'],
  ['CSV with quotes', `id,"api key",note\n1,"a,${S}","x, y"\n`, S],
  ['CSV with semicolons', `id;secret;b\n1;${S};2\n`, S],
  ['tab-separated values', `id\tauth_token\n1\t${S}\n`, S],
  ['second row of a table', `user,password\nada,x1\nbob,correcthorse\n`, 'correcthorse'],
  ['Markdown table', `| user | password |\n|------|:--------:|\n| ada | correct horse |\n`, 'correct horse'],
  ['table of psql', ` user | password \n------+----------\n ada  | correcthorse\n`, 'correcthorse'],
  [
    'Terraform variable',
    `variable "db_password" {\n  type = string\n  default = "correct horse"\n}`,
    'correct horse',
  ],
  ['Terraform output', `output "api_key" {\n  value = "${S}"\n}`, S],
  ['coloured token', `\u001b[32m${token}\u001b[0m`, token],
  ['coloured name', `\u001b[1mpassword\u001b[0m=${S}`, S],
  ['escaped colour', `{"line":"\\u001b[32m${token}\\u001b[0m" cut`, token],
  ['curl -u in cut-off JSON', `{"cmd":"curl -u \\"app:${S}\\" https://h`, S],
  ['arguments in cut-off JSON', `{"argv":["curl","-u","app:${S}"],"b":`, S],
  ['header line in cut-off JSON', `{"raw":"GET /\\r\\nAuthorization: Basic ${S}\\r\\nHost: h`, S],
  ['Digest in cut-off JSON', `{"h":"Authorization: Digest user=\\"a\\", response=\\"${S}\\"","b":`, S],
  ['escaped letters in cut-off JSON', `{"p\\u0061ssword":"${S}","b":`, S],
  ['dotted flag', `run --spring.datasource.password ${S}`, S],
  ['sshpass', `sshpass -p ${S} ssh h`, S],
  ['redis-cli', `redis-cli -h h -a ${S} ping`, S],
  ['docker login', `docker login -u a -p ${S} r.example`, S],
  ['secret in angle brackets', `password: '<hunter2>'`, 'hunter2'],
  ['secret that ends in dots', `password: "hunter2..."`, 'hunter2'],
  ['short secret in prose', `the secret is abc123x`, 'abc123x'],
]

const kept = [
  'privateKey: Buffer;',
  'readonly password: Secret;',
  'token: Promise<string>',
  'apiKey: Uint8Array\n}',
  'constructor(private token: Token) {}',
  'interface A {\n  password: Password\n  token?: AccessToken\n}',
  'user,password\nrequired,required\n',
  'To log in, enter your password, then press enter.\nIt is short, I know, but works.',
  '| field | description |\n|---|---|\n| password | at least 12 characters |',
  'name,city\nada,Lisbon\n',
  'variable "db_password" {\n  type = string\n  sensitive = true\n}',
  'variable "region" {\n  default = "eu-west-1"\n}',
  '\u001b[32mok\u001b[0m 12 tests',
  'C:\\new\\tokens.txt',
  'tar -p file1 && mysql -h db1',
  'docker run -p 8080:80 nginx',
  'cp -a dir1 dir2',
  'credentials: Credentials;',
  'auth: OAuth2Client;',
  'declare const PasswordFlow: MessageFns$1<PasswordFlow>',
  'type SecretSeverityLevel = "info" | "warning"',
  "apiKey: 'your-api-key'",
  "apiKey: 'sk-...'",
  'AUTH_TOKEN="<token from the dashboard>"',
  '[auth]: https://h.example/docs',
  "const cookie = context?.get('cookie')",
  'this.apiKey = apiKey',
  'Create an API key: https://h.example/d?to=keys',
  'const token = vars?.[name]',
  'jwt: /^[A-Za-z0-9-_]+$/',
  'Output: {"secrets":{},"tokens":[]}',
  'POSTGRES_PASSWORD_FILE=/run/secrets/db',
]

export const formatLeaks: RedactionCase[] = leakTexts.map(([title, text, needle]) => [
  title,
  { m: text },
  needle,
])

export const formatKeeps: RedactionCase[] = [
  ['paths with results', [['test/secrets.test.ts', { duration: 125 }]], '125'],
  ['paths of a package', { exports: { './jwt': { import: './dist/jwt.js' } } }, './dist/jwt.js'],
  ['packages in a lock file', { 'node_modules/cookie': { version: '1.0.2', license: 'MIT' } }, 'MIT'],
  ...kept.map((text): RedactionCase => {
    const json = JSON.stringify(text)
    return [`the text ${json}`, [text], json.slice(1, -1)]
  }),
]
