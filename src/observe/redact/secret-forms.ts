/** Longer secrets are known by their beginning. */
const maxLength = 16_384

/** One written form of a secret. */
export interface SecretForm {
  text: string
  /** Part of a longer run of base64, which goes as a whole. */
  inBase64: boolean
  /** Too short to be replaced inside a word. */
  wholeWord: boolean
}

/** Lists the forms in which a secret may be met: raw, base64, base64url, hex, URL-encoded and JSON-escaped. */
export function secretForms(secret: string): SecretForm[] {
  const raw = secret.slice(0, maxLength)
  if (raw.length < 4) return [{ text: raw, inBase64: false, wholeWord: true }]
  const texts = new Set([raw, ...escapedForms(raw), ...urlForms(raw), ...hexForms(raw)])
  const forms = [...texts].map(text => ({ text, inBase64: false, wholeWord: false }))
  return [...forms, ...base64Forms(raw).map(text => ({ text, inBase64: true, wholeWord: false }))]
}

function escapedForms(raw: string): string[] {
  const once = JSON.stringify(raw).slice(1, -1)
  return [once, JSON.stringify(once).slice(1, -1)]
}

function urlForms(raw: string): string[] {
  const wellFormed = raw.replace(/\p{Surrogate}/gu, '\ufffd')
  const encoded = encodeURIComponent(wellFormed)
  const strict = encoded.replace(/[!'()*]/g, each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
  const plain = encodeURI(wellFormed)
  const forms = [encoded, strict, plain, encoded.replaceAll('%20', '+'), strict.replaceAll('%20', '+')]
  return [...forms, ...forms.map(lowerEscapes)]
}

function lowerEscapes(encoded: string): string {
  return encoded.replace(/%[0-9A-F]{2}/g, each => each.toLowerCase())
}

function hexForms(raw: string): string[] {
  const hex = Buffer.from(raw).toString('hex')
  return [hex, hex.toUpperCase()]
}

/** A secret inside longer base64 stands at one of three offsets; what depends on its neighbours is left off. */
function base64Forms(raw: string): string[] {
  const forms = new Set<string>()
  for (const lead of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(lead), Buffer.from(raw)])
    const whole = bytes.length - (bytes.length % 3)
    const core = bytes.subarray(0, whole).toString('base64').slice([0, 2, 3][lead])
    if (core.length >= 4) forms.add(core).add(core.replaceAll('+', '-').replaceAll('/', '_'))
  }
  return [...forms]
}
