import type { Detector, Finding } from './finding.js'
import { type SecretForm, secretForms } from './secret-forms.js'

/** Secrets known by value, found in text in every written form. */
export interface KnownSecrets {
  add(secret: string): void
  /** Tells whether there is nothing to look for. */
  isEmpty(): boolean
  /** Returns the length of the longest form. */
  longest(): number
  find: Detector
}

const startLength = 4
const filterMask = 0x3fff
const base64Character = /[A-Za-z0-9+/_=-]/

/** Creates the registry of known secrets; a look-up reads the text once, however many secrets there are. */
export function createKnownSecrets(secrets: readonly string[] = []): KnownSecrets {
  const filter = new Uint8Array(filterMask + 1)
  const byStart = new Map<string, SecretForm[]>()
  const words = new Set<string>()
  let longest = 0

  function add(secret: unknown): void {
    if (typeof secret !== 'string' || secret.trim() === '') return
    for (const form of secretForms(secret)) {
      longest = Math.max(longest, form.text.length)
      if (form.wholeWord) words.add(form.text)
      else addForm(byStart, form)
      if (!form.wholeWord) filter[slotAt(form.text, 0)] = 1
    }
  }
  function find(text: string, found: Finding[]): void {
    for (const word of words) findWord(text, word, found)
    for (let at = 0; at + startLength <= text.length; at++) {
      if (filter[slotAt(text, at)] === 0) continue
      const form = byStart.get(text.slice(at, at + startLength))?.find(each => text.startsWith(each.text, at))
      if (!form) continue
      const finding = findingOf(form, text, at)
      found.push(finding)
      at = finding.end - 1
    }
  }
  for (const secret of secrets) add(secret)
  return { add, isEmpty: () => longest === 0, longest: () => longest, find }
}

function addForm(byStart: Map<string, SecretForm[]>, form: SecretForm): void {
  const start = form.text.slice(0, startLength)
  const others = byStart.get(start) ?? []
  if (others.some(other => other.text === form.text)) return
  byStart.set(
    start,
    [...others, form].sort((a, b) => b.text.length - a.text.length),
  )
}

function slotAt(text: string, at: number): number {
  const first = text.charCodeAt(at) + text.charCodeAt(at + 1) * 31
  return (first + text.charCodeAt(at + 2) * 961 + text.charCodeAt(at + 3) * 29_791) & filterMask
}

function findingOf(form: SecretForm, text: string, at: number): Finding {
  let start = at
  let end = at + form.text.length
  if (form.inBase64) {
    while (start > 0 && base64Character.test(text[start - 1] ?? '')) start--
    while (end < text.length && base64Character.test(text[end] ?? '')) end++
  }
  return { start, end, rule: 'known' }
}

function findWord(text: string, word: string, found: Finding[]): void {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    const end = at + word.length
    if (isWordCharacter(text[at - 1]) || isWordCharacter(text[end])) continue
    found.push({ start: at, end, rule: 'known' })
  }
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character)
}
