const HEX = /[\da-f]{6,}/gi
const BASE64 = /[\w+/-]{4,}={0,2}/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: text has none, other bytes do
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f\u007f\ufffd]/

/** Returns a text with every run of hex or base64 replaced that stands for a text which `tells`. */
export function hideEncoded(text: string, tells: (plain: string) => boolean, mask: string): string {
  const hide = (encoding: 'hex' | 'base64', leads: readonly number[]) => (run: string) =>
    leads.some(lead => tellsDecoded(run.slice(lead), encoding, tells)) ? mask : run
  // Letters may stand right before the run, so that it is read from each place where it could start.
  return text.replaceAll(HEX, hide('hex', [0, 1])).replaceAll(BASE64, hide('base64', [0, 1, 2, 3]))
}

function tellsDecoded(run: string, encoding: 'hex' | 'base64', tells: (plain: string) => boolean): boolean {
  // A run that was cut may end within a character.
  const plain = Buffer.from(run, encoding)
    .toString()
    .replace(/\ufffd$/, '')
  return plain.length > 2 && !NO_TEXT.test(plain) && tells(plain)
}
