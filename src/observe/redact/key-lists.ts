/** Words that make a name sensitive wherever they stand in it. */
export const sensitiveWords = new Set(
  (
    'password passwords passwd pwd passphrase passcode secret secrets authorization bearer jwt cookie cookies ' +
    'credential credentials apikey apikeys privatekey secretkey accesskey accesstoken refreshtoken authtoken ' +
    'clientsecret mnemonic htpasswd'
  ).split(' '),
)

/** Runs of words that make a name sensitive; a final plural counts as its singular. */
export const sensitiveRuns = [
  'api key',
  'access key',
  'secret key',
  'private key',
  'signing key',
  'encryption key',
  'account key',
  'subscription key',
  'master key',
  'client secret',
  'connection string',
  'conn str',
  'session id',
  'session key',
  'session token',
  'session cookie',
  'security token',
  'auth token',
  'auth header',
  'auth key',
  'csrf token',
  'xsrf token',
  'refresh token',
  'id token',
  'access token',
  'bot token',
  'service account key',
  'service account json',
  'recovery code',
  'backup code',
  'seed phrase',
  'db pass',
  'database pass',
  'user pass',
  'smtp pass',
  'mail pass',
  'pass word',
  'pass phrase',
  'card number',
].map(run => run.split(' '))

/** Words that make a name sensitive when they end it; of a `token` only texts are secret, its numbers are counts. */
export const sensitiveEndings = new Set(['token', 'otp', 'totp', 'cvv', 'cvc', 'ssn'])

/** Names that are sensitive only when they are the whole name. */
export const sensitiveNames = new Set(['auth', 'sid', 'pin', 'pwd', 'jwt', 'sig', 'dsn'])

/** Words that, at the end of a name, say that it describes a secret and does not hold one. */
export const describingEndings = new Set(
  (
    'policy length required strength enabled disabled count type format rules changed expires expiry at in url uri ' +
    'endpoint algorithm alg issuer audience name arn ref domain path consent banner field label description ' +
    'placeholder scheme location attempts min max size index status valid provided present ' +
    'manager provider store version rotation strategy level tag flow var file filename'
  ).split(' '),
)

/** Words before `token` or `key` that say it is a position, a unit or a public thing. */
export const harmlessBefore = new Set(
  (
    'page next previous prev continuation cursor cancellation cancel stop eos bos pad unk mask sep cls special start ' +
    'end first last per design public primary foreign idempotency cache sort partition current'
  ).split(' '),
)
