import { foldText } from './fold-text.js'

/** Longer names are looked at only up to here. */
const maxLength = 256

/** Splits a name into lower-case words: `openaiApiKey`, `OPENAI_API_KEY` and `openai.api-key` give the same three. */
export function keyWords(name: string): string[] {
  const plain = foldText(name.length > maxLength ? name.slice(0, maxLength) : name)?.text ?? name
  return plain
    .slice(0, maxLength)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/(\d)([A-Za-z])|([A-Za-z])(\d)/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(word => word !== '')
}
