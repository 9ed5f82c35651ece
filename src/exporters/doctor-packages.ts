import { relative } from 'node:path'
import type { Finding } from './doctor-finding.js'
import { type InstalledPackage, installedPackages } from './doctor-installed.js'

const API = '@opentelemetry/api'
const SDK = '@opentelemetry/sdk-node'

/** Looks for OpenTelemetry packages that do not go together: the usual reason for spans that are lost without a word. */
export async function checkPackages(project: string): Promise<Finding[]> {
  const packages = await installedPackages(project)
  const copies = packages.filter(({ name }) => name === API)
  const findings = [...checkApi(copies, project), ...checkLines(packages, project)]
  return findings.map(finding => ({ check: 'packages', ...finding }))
}

type Found = Omit<Finding, 'check'>

function checkApi(copies: readonly InstalledPackage[], project: string): Found[] {
  const [api] = copies
  if (api === undefined) {
    const fix = 'npm install @opentelemetry/api@1.9.1 @opentelemetry/sdk-node@0.223.0'
    return [{ status: 'problem', says: `${API} is not installed here`, fix }]
  }
  if (copies.length === 1) return [{ status: 'ok', says: `one copy of ${API}, ${api.version}` }]
  const places = copies.map(({ version, path }) => `${version} in ${relative(project, path)}`)
  return [
    {
      status: 'problem',
      says: `${copies.length} copies of ${API}, and a span made with one is not seen by the other: ${places.join(', ')}`,
      fix: `npm dedupe; if that is not enough, \`npm ls ${API}\` shows who wants which`,
    },
  ]
}

function checkLines(packages: readonly InstalledPackage[], project: string): Found[] {
  const [api] = packages.filter(({ name }) => name === API)
  const sdks = packages.filter(({ name }) => name === SDK)
  if (sdks.length === 0) {
    return [
      {
        status: 'note',
        says: `${SDK} is not installed here: startTelemetry needs it, your own set-up may not`,
      },
    ]
  }
  return sdks.map(sdk => {
    const wanted = sdk.peers[API] ?? '*'
    if (api === undefined || satisfies(api.version, wanted))
      return { status: 'ok', says: `${SDK} ${sdk.version}` }
    return {
      status: 'problem',
      says: `${SDK} ${sdk.version} in ${relative(project, sdk.path)} wants ${API} ${wanted}, and ${api.version} is installed`,
      fix: `npm install ${API}@'${wanted}'`,
    }
  })
}

/** Tells whether a version is in a range of the form `>=1.3.0 <1.10.0`; any other form counts as met. */
function satisfies(version: string, range: string): boolean {
  return range.split(' ').every(part => {
    const [, operator, bound] = /^(>=|<)(\d+\.\d+\.\d+)$/.exec(part) ?? []
    if (bound === undefined) return true
    const order = compare(version, bound)
    return operator === '<' ? order < 0 : order >= 0
  })
}

function compare(a: string, b: string): number {
  const [left, right] = [a, b].map(version => version.split(/[.-]/).slice(0, 3).map(Number))
  const index = [0, 1, 2].find(at => left?.[at] !== right?.[at])
  return index === undefined ? 0 : (left?.[index] ?? 0) - (right?.[index] ?? 0)
}
