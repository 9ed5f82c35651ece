/** Colours, cursor moves, titles and links, as terminals read them. */
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u001b\u009b](?:\[?[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b\u009c]*(?:\u0007|\u009c|\u001b\\)?)/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/g

/** Returns a text that does nothing to a terminal but show: no escapes, and of the control characters tab and line break. */
export function terminalSafe(text: string): string {
  return text.replace(escapes, '').replace(controls, '')
}
