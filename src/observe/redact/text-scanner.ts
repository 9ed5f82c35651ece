import { createAssignmentDetector } from './assignments.js'
import { findAuthSchemes } from './auth-schemes.js'
import { createBase64Detector } from './base64-text.js'
import { findCardNumbers } from './card-number.js'
import { createCommandFlagDetector } from './command-flags.js'
import { type Detector, type Finding, mergeFindings } from './finding.js'
import { foldText } from './fold-text.js'
import { findGluedTokens } from './glued-tokens.js'
import { findJwts } from './jwt.js'
import type { KeyPolicy } from './key-policy.js'
import type { KnownSecrets } from './known-secrets.js'
import { createMarkupDetector } from './markup.js'
import type { Masks } from './masks.js'
import { createNamedBlockDetector } from './named-blocks.js'
import { findPemKeys } from './pem.js'
import { findPersonalData } from './pii.js'
import { findCommandPasswords, findQuotedSecrets, findStatedSecrets } from './prose-secrets.js'
import { scanAround } from './scan-around.js'
import { createTableDetector } from './tables.js'
import { feature, textFeatures } from './text-features.js'
import { unescapeText } from './unescape-text.js'
import { createUrlCredentialsDetector } from './url-credentials.js'
import { createUrlQueryDetector } from './url-query.js'
import { findPlainTokens, findVendorTokens } from './vendor-tokens.js'

export interface TextScannerOptions {
  policy: KeyPolicy
  masks: Masks
  known: KnownSecrets
  /** Detector of the user's own patterns, if there are any. */
  patterns?: Detector
  pii: boolean
}

/** Finds the secrets in a text: sorted, apart, and with the masks of an earlier redaction left alone. */
export type TextScanner = (text: string, values?: KnownSecrets) => Finding[]

const none: Finding[] = []
/** How many layers of base64 are opened. */
const maxLayers = 2
/** How many layers of escapes are opened. */
const maxEscapes = 3

/** Creates the scanner that runs each detector on the texts that have what it looks for. */
export function createTextScanner(options: TextScannerOptions): TextScanner {
  const { known, patterns, pii } = options
  const detectorsFor = featureDetectors(options, maxLayers)
  const always: Detector[] = [...(patterns ? [patterns] : []), ...(pii ? [findPersonalData] : [])]

  function findKnown(text: string, found: Finding[], values?: KnownSecrets): void {
    if (!known.isEmpty()) known.find(text, found)
    values?.find(text, found)
  }

  /** A text cut out of JSON cannot be parsed, and what is quoted in it is not what the detectors know. */
  function findInEscaped(text: string, found: Finding[], layers: number): void {
    const unescaped = layers > 0 ? unescapeText(text) : undefined
    if (!unescaped) return
    const { text: plain, origins } = unescaped
    const inner: Finding[] = []
    const folded = foldText(plain)
    const seen = folded?.text ?? plain
    runDetectors(detectorsFor(textFeatures(seen)), seen, inner)
    if (folded) for (const finding of inner) unfold(finding, folded.origins)
    findInEscaped(plain, inner, layers - 1)
    for (const { start, end, rule, as } of inner) {
      found.push({ start: origins[start] ?? 0, end: origins[end] ?? text.length, rule, as })
    }
  }

  function scanOnce(text: string, values?: KnownSecrets): Finding[] {
    const features = textFeatures(text)
    if (features === 0 && always.length === 0 && known.isEmpty() && !values) return none
    const folded = features & feature.foreign ? foldText(text) : undefined
    const plain = folded?.text ?? text
    const found: Finding[] = []
    findKnown(plain, found, values)
    runDetectors(detectorsFor(folded ? textFeatures(plain) : features), plain, found)
    if (plain.includes('\\')) findInEscaped(plain, found, maxEscapes)
    for (const detect of always) detect(plain, found)
    if (folded) {
      for (const finding of found) unfold(finding, folded.origins)
      findKnown(text, found, values)
    }
    return found.length === 0 ? none : withoutMasks(mergeFindings(found), text, options.masks)
  }

  return function scanText(text, values) {
    const found = scanOnce(text, values)
    return found.length === 0 ? none : scanAround(text, found, masked => scanOnce(masked, values))
  }
}

/** A detector, and what a text must have for it: all of the first, and one of the second where there is one. */
type FeatureDetector = [all: number, detect: Detector, any?: number]

/** The detectors for texts with given features. */
type DetectorsFor = (features: number) => readonly Detector[]

function featureDetectors(
  { policy, masks }: Pick<TextScannerOptions, 'policy' | 'masks'>,
  layers: number,
): DetectorsFor {
  const detectors: FeatureDetector[] = [
    [feature.dash, findPemKeys],
    [feature.longRun, findPlainTokens],
    [feature.mixedRun, findVendorTokens],
    [feature.mixedRun, findGluedTokens],
    [feature.mixedRun, findJwts],
    [feature.slashes, createUrlCredentialsDetector(masks.userinfo)],
    [feature.query, createUrlQueryDetector(policy)],
    [feature.tokenRun | feature.blank, findAuthSchemes],
    [feature.separator, createAssignmentDetector(policy, masks)],
    [feature.dash, createCommandFlagDetector(policy), feature.blank | feature.quote],
    [feature.blank | feature.quote, findQuotedSecrets],
    [feature.blank, findStatedSecrets],
    [feature.blank | feature.dash, findCommandPasswords],
    [0, createMarkupDetector(name => policy(name) !== undefined), feature.angle | feature.quote],
    [feature.lines, createTableDetector(policy)],
    [feature.quote | feature.separator, createNamedBlockDetector(policy)],
    [feature.digits, findCardNumbers],
  ]
  if (layers > 0) {
    const inner = featureDetectors({ policy, masks }, layers - 1)
    const findBase64 = createBase64Detector(text => containsSecret(inner, text))
    detectors.push([feature.longRun | feature.capital, findBase64])
  }
  return byFeatures(detectors)
}

/** Remembers which detectors go with which features, as there are few of those and many texts. */
function byFeatures(detectors: readonly FeatureDetector[]): DetectorsFor {
  const known = new Map<number, readonly Detector[]>()
  return features => {
    const before = known.get(features)
    if (before) return before
    const needed = detectors
      .filter(([all, , any]) => (features & all) === all && (any === undefined || (features & any) !== 0))
      .map(([, detect]) => detect)
    known.set(features, needed)
    return needed
  }
}

function containsSecret(detectorsFor: DetectorsFor, text: string): boolean {
  const found: Finding[] = []
  runDetectors(detectorsFor(textFeatures(text)), text, found)
  return found.length > 0
}

function runDetectors(detectors: readonly Detector[], text: string, found: Finding[]): void {
  for (const detect of detectors) detect(text, found)
}

function unfold(finding: Finding, origins: number[]): void {
  finding.end = (origins[finding.end - 1] ?? 0) + 1
  finding.start = origins[finding.start] ?? 0
}

/** Redaction is idempotent: a finding that is a mask already, or lies in one, is none. */
function withoutMasks(findings: Finding[], text: string, masks: Masks): Finding[] {
  const ranges = masks.ranges(text)
  if (ranges.length === 0) return findings
  let next = 0
  return findings.filter(({ start, end }) => {
    while (next < ranges.length && (ranges[next]?.[1] ?? 0) <= start) next++
    const mask = ranges[next]
    return !mask || start < mask[0] || end > mask[1]
  })
}
