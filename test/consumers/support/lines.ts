import { readFileSync } from 'node:fs'

/** A line of OpenTelemetry as the README tells people to install it. */
export interface Line {
  name: '2.x' | '3.x'
  /** What stands after `npm install toolspan` in the README. */
  packages: string[]
  /** `sdk-node`'s version, which packages numbered `0.x` share. */
  version: string
  apiVersion: string
}

const INSTALL = 'npm install toolspan '

/** Reads the install lines out of the README, so that what it says is what is tested. */
export function readInstallLines(): Line[] {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const lines = readme.split('\n').filter(line => line.startsWith(INSTALL))
  return lines.map(line => toLine(line.slice(INSTALL.length).trim().split(/\s+/)))
}

function toLine(packages: string[]): Line {
  const versionOf = (name: string) =>
    packages.find(one => one.startsWith(`${name}@`))?.slice(name.length + 1) ?? ''
  const apiVersion = versionOf('@opentelemetry/api')
  const name = Number(apiVersion.split('.')[1]) < 10 ? '2.x' : '3.x'
  return { name, packages, version: versionOf('@opentelemetry/sdk-node'), apiVersion }
}
