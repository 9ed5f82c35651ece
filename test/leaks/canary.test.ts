import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Redactor } from 'toolspan'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { places } from './places.js'
import { sinks } from './sinks.js'
import { openWorld, type Protocol, type World } from './world.js'

// Every place has a secret of its own, so that a leak names the place that it came from.
const planted = places.map(place => ({ place, secret: place.shapeless ? words() : token() }))

function token(): string {
  return `ghp_${randomBytes(18).toString('hex')}`
}

function words(): string {
  return randomBytes(18)
    .toString('hex')
    .replace(/\d/g, digit => ' ghijklmnop'[Number(digit)] ?? '')
    .trim()
}

async function runEverywhere(protocol: Protocol, redactor?: Redactor): Promise<World> {
  const world = await openWorld(protocol, redactor)
  for (const { place, secret } of planted) await world.call(place, secret)
  await world.finish()
  return world
}

/** A secret is also looked for in the forms in which a sink could hold it. */
function placesFoundIn(bytes: Buffer): string[] {
  return planted
    .filter(({ secret }) => {
      const hex = Buffer.from(secret).toString('hex')
      return [secret, Buffer.from(secret).toString('base64'), hex].some(form => bytes.includes(form))
    })
    .map(({ place }) => place.name)
}

const protocols: readonly Protocol[] = ['http/json', 'http/protobuf', 'grpc']
const sinksOf = (protocol: Protocol) => sinks.filter(sink => (sink.protocol ?? protocol) === protocol)

describe.each(protocols)('a secret in every place of a call, with telemetry over %s', protocol => {
  let world: World
  beforeAll(async () => {
    world = await runEverywhere(protocol)
  }, 60_000)
  afterAll(() => rmSync(world.dir, { recursive: true }))

  test.each(sinksOf(protocol))('never reaches $name', sink => {
    const bytes = sink.read(world)
    expect(bytes.length).toBeGreaterThan(100)
    expect(placesFoundIn(bytes)).toEqual([])
  })
})

describe.each(protocols)('without a redactor, over %s', protocol => {
  let world: World
  const leaky: Redactor = {
    redact: value => value as never,
    redactText: text => text,
    explain: () => [],
    registerSecret() {},
  }
  beforeAll(async () => {
    world = await runEverywhere(protocol, leaky)
  }, 60_000)
  afterAll(() => rmSync(world.dir, { recursive: true }))

  test('the secret of every place that is told does reach a sink, so that all are planted', () => {
    const found = new Set(sinksOf(protocol).flatMap(sink => placesFoundIn(sink.read(world))))
    expect(
      places.filter(({ name, untold }) => found.has(name) === (untold ?? false)).map(p => p.name),
    ).toEqual([])
  })

  test.each(sinksOf(protocol))('secrets do reach $name, so that the search can find one', sink => {
    expect(placesFoundIn(sink.read(world)).length).toBeGreaterThan(sink.onlyNames ? 0 : 2)
  })
})
