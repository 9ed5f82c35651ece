/** Tells whether a text has letters and digits mixed as generated secrets have. */
export function looksRandom(text: string): boolean {
  return /\d/.test(text) && /[A-Za-z]/.test(text)
}

/** Words that stand after `password:` and the like in messages, types and code, and are no secret. */
const ordinaryWords = new Set(
  (
    'required optional missing invalid incorrect wrong empty null undefined none nil true false yes no on off string str ' +
    'number boolean bool any unknown expired revoked disabled enabled hidden must should cannot can is are was be the a an ' +
    'not and or await new this self function async void never object token tokens password passwords secret secrets key ' +
    'keys authentication authorization auth header headers cookie cookies failed denied ok changed reset error unauthorized ' +
    'forbidden default include omit same-origin n/a todo text bytes int char varchar value bearer basic for to with in ' +
    'read write admin list create delete update manage see'
  ).split(' '),
)

/** Tells whether a word is an ordinary one or a stand-in for a value, such as `required`, `${TOKEN}` or `<token>`. */
export function isStandIn(value: string): boolean {
  if (isPlaceholder(value)) return true
  const word = value.replace(/[.,;:!?)\]}]{1,8}$/, '')
  if (word === '' || ordinaryWords.has(word.toLowerCase())) return true
  if (/^[*•x]{3,}$/i.test(word) || /^\.{2,}/.test(word)) return true
  return /^(?:\$\{|\{\{|\$\(|<[\w -]{1,40}>?$|%[A-Z_]{2,40}%$|\$[A-Z_][A-Z0-9_]*$|process\.env\b|os\.environ|import\.meta)/.test(
    value,
  )
}

/** Tells whether a value stands for one that somebody has to fill in, such as `<your token>`, `${TOKEN}` or `your-api-key`. */
export function isPlaceholder(value: string): boolean {
  if (value.length > 80) return false
  if (/^(?:<[A-Za-z][A-Za-z _-]*>|\$\{[A-Za-z_][\w.]*\}|[*•]{3,}|x{3,}|[A-Za-z_-]{0,10}\.{3})$/i.test(value))
    return true
  return /^(?:[a-z]{1,8}[-_])?your[-_ ](?:[a-z]{1,20}[-_ ]){0,6}(?:key|token|secret|password|passphrase|credentials?|here|value)$/i.test(
    value,
  )
}

/** Tells whether a value is code, such as `config.secret` or `getToken()`. */
export function isCode(value: string): boolean {
  return (
    /^[A-Za-z_$][\w$]{0,60}(?:\(|\[|\??\.[A-Za-z_$[])|^\/\^/.test(value) && !/^[\w$.]*\d[\w$.]*\d/.test(value)
  )
}

const builtInType =
  /^(?:(?:Shared)?ArrayBuffer|Buffer|DataView|(?:Big)?(?:Ui|I)nt\d{1,2}(?:Clamped)?Array|Float\d\dArray|KeyObject|CryptoKey|Date|Map|Set|Promise|Record|Array|String|Number|Boolean|Object)$/

/** Tells whether a value is the name of a type that code has behind a colon, as in `credentials: Credentials;`. */
export function isTypeName(value: string, name: string, next: string): boolean {
  if (builtInType.test(value) || (value.toLowerCase() === name.toLowerCase() && /^[A-Z]/.test(value)))
    return true
  return (
    (next === ';' || next === '<') && /^[A-Z][A-Za-z]{0,40}[a-z]\d?[A-Z][A-Za-z]{0,40}(?:\$\d)?$/.test(value)
  )
}

/** Tells whether the line or clause ends, or another name follows: a word with prose behind it is prose itself. */
export function endsLine(text: string, end: number, value: string): boolean {
  if (value.length < 4 || /[,({]$/.test(value)) return false
  // `id: NonSharedBuffer,` is a type in code.
  if (/^[A-Z][a-z]+[A-Z][A-Za-z]*$/.test(value) && /[,;)|]/.test(text[end] ?? '')) return false
  return /^(?:[ \t]{0,8}(?:$|[\r\n"'`}\]])|[,;]|\\[nrt"']|[ \t]{1,4}[\w.-]{1,40}[:=])/.test(
    text.slice(end, end + 48),
  )
}

/** Tells whether a value is the version of a package that is named `cookie` or the like. */
export function isVersion(value: string): boolean {
  return /^[~^]?\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[\w.]{1,20})?$/.test(value)
}
