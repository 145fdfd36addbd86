import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dig, isDigThere } from '../../../../tests/support/dig.ts'
import { findBind, freePort, startBindSecondary } from '../../../../tests/support/bind.ts'
import { findKnot, startKnotSecondary, type KnotServer } from '../../../../tests/support/knot.ts'
import { defaultRules } from '../node/answering-rules.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { probeSoa } from '../node/soa-probe.ts'
import type { ZoneSource } from '../zone/zone.ts'
import { hardZone, wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { plainKey, testKey } from './transfer-client.testing.ts'

const knot = findKnot()
const bind = findBind()
if (process.env.CI !== undefined && (knot === null || bind === null || !isDigThere))
  throw new Error('knotd, named and dig are needed in CI: install the packages knot, bind9 and bind9-dnsutils')

const keys = { 'sha256.key': testKey('sha256.key'), 'sha512.key': testKey('sha512.key', 'hmac-sha512', 'x'.repeat(64)) }
const plainKeys = Object.entries(keys).map(([name, key]) => plainKey(key, name))

const node = new BuiltInNode({ host: '127.0.0.1', port: 0, threads: 2 })
// Secondaries ask again after this time.
const followed = (change: Partial<ZoneSource> = {}): ZoneSource =>
  zoneFromLines('followed.test', 'www A 192.0.2.1', { domainId: 3, ...change, soa: { ...hardZone.soa, refresh: 1, retry: 1 } })
const large = zoneFromLines('large.test', Array.from({ length: 20_000 }, (_, at) => `n${at} A 10.0.${at >> 8}.${at & 255}`).join('\n'), { domainId: 2 })

beforeAll(async () => {
  await node.applyZones([hardZone, large, followed()].map((source) => wholeOf(source)))
  await node.useRules({ ...defaultRules, transfers: plainKeys.map((key) => ({ networks: ['127.0.0.1'], key, domainIds: null })) })
  await node.start()
})
afterAll(() => node.end())

const signedBy = (name: string): string[] => {
  const { algorithm, secret } = plainKeys.find((key) => key.name === name)!
  return ['-y', `${algorithm}:${name}:${secret}`]
}

/** The records that dig was given, and what it says about their signatures. */
async function transferred(port: number, zone: string, words: readonly string[]): Promise<{ records: string[]; warnings: string[] }> {
  const asked = await dig(port, ...words, '+onesoa', '+nocomments', '+nostats', '+nottlunits', zone, 'AXFR')
  const lines = (asked?.text ?? '').split('\n').filter((line) => line !== '')
  const records = lines.filter((line) => !line.startsWith(';') && !/\sTSIG\s/.test(line)).map((line) => line.replaceAll(/\s+/g, ' ').toLowerCase())
  return { records: records.toSorted(), warnings: lines.filter((line) => /^;; .*(WARNING|verify|failed)|^; Transfer failed/.test(line)) }
}

describe.skipIf(!isDigThere)('to dig (needs dig)', () => {
  it.each(Object.keys(keys))('answers signed with %s are good, of one message and of many', async (name) => {
    const answer = await dig(node.port, ...signedBy(name), '+norecurse', 'two.hard.test', 'A')
    expect([answer!.status, ...answer!.values.toSorted()]).toEqual(['NOERROR', '192.0.2.2', '192.0.2.3'])
    expect(answer!.text).not.toMatch(/verify|WARNING/)
    const { records, warnings } = await transferred(node.port, 'large.test', signedBy(name))
    expect(warnings).toEqual([])
    expect(records).toHaveLength(20_003)
  })

  it('a key that there is not is refused', async () => {
    const { records } = await transferred(node.port, 'large.test', ['-y', `hmac-sha256:unknown:${plainKeys[0]!.secret}`])
    expect(records).toEqual([])
  })
})

describe.skipIf(knot === null || !isDigThere)('to Knot (needs knotd and dig)', () => {
  let secondary: KnotServer | undefined
  afterAll(() => secondary?.stop())

  it('a zone of every type arrives as it is, and changes follow', async () => {
    secondary = await startKnotSecondary(knot!, 'followed.test', node.port, plainKeys[0]!)
    const serial = followed().serial + 1
    const rich = followed({ serial, records: hardZone.records })
    await node.applyZones([wholeOf(rich, 2)])
    while ((await probeSoa('followed.test', '127.0.0.1', secondary.port).catch(() => null))?.serial !== serial) {
      await new Promise((settle) => setTimeout(settle, 50))
    }
    const theirs = await transferred(secondary.port, 'followed.test', [])
    const ours = await transferred(node.port, 'followed.test', signedBy('sha256.key'))
    expect(ours.records.length).toBeGreaterThan(100)
    expect(theirs.records).toEqual(ours.records)
  })
})

/** Both follow by NOTIFY alone: their zones are refreshed once an hour. */
describe.each([
  ['Knot', knot],
  ['BIND', bind],
] as const)('to %s, which is told of changes', (server, program) => {
  const [key] = plainKeys
  const signed = signedBy('sha256.key')
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  async function startedNode(catalog: string): Promise<{ primary: BuiltInNode; port: number }> {
    const primary = new BuiltInNode({ host: '127.0.0.1', port: 0, threads: 2 })
    stops.push(() => primary.end())
    const port = await freePort()
    const transfers = [{ id: 4, networks: ['127.0.0.1'], key: key!, domainIds: null, notify: { addresses: ['127.0.0.1'], port }, catalog }]
    await primary.useRules({ ...defaultRules, transfers })
    return { primary, port }
  }

  async function startedSecondary(zone: string, primaryPort: number, port: number, isCatalog: boolean): Promise<void> {
    const secondary =
      server === 'Knot'
        ? await startKnotSecondary(program!, zone, primaryPort, key!, { port, isCatalog })
        : await startBindSecondary(program!, isCatalog ? { catalog: zone } : { zone }, primaryPort, key!, port)
    stops.unshift(() => secondary.stop())
  }

  async function untilServed(zone: string, serial: number, port: number): Promise<void> {
    while ((await probeSoa(zone, '127.0.0.1', port).catch(() => null))?.serial !== serial) await new Promise((settle) => setTimeout(settle, 30))
  }

  const lines = (count: number): string => Array.from({ length: count }, (_, at) => `n${at} A 192.0.2.${at}`).join('\n')

  it.skipIf(program === null || !isDigThere)('a changing zone arrives as differences', async () => {
    const { primary, port } = await startedNode('')
    const source = zoneFromLines('changing.test', lines(50))
    await primary.applyZones([wholeOf(source)])
    await primary.complete()
    await startedSecondary('changing.test', primary.port, port, false)
    await untilServed('changing.test', source.serial, port)
    const last = 8
    for (let step = 1; step <= last; step += 1) {
      const changed = { host: `n${step}`, id: step + 1, type: 'A', line: 'default', value: `198.51.100.${step}`, ttlSeconds: 60, weight: null }
      const serial = source.serial + step
      const { records: _all, domainId, ...apex } = source
      const change = { ...apex, serial, from: step, hosts: [changed.host], changedIds: [changed.id], records: [changed] }
      const [applied] = await primary.applyZones([{ domainId, name: source.name, serial, version: step + 1, source: null, change }])
      expect(applied!.outcome).toBe('applied')
      if (step % 3 === 0) await untilServed('changing.test', serial, port)
    }
    await untilServed('changing.test', source.serial + last, port)
    const [state] = (await primary.transferStates({ id: 4, search: '', from: 0, limit: 10 })).states
    expect(state).toMatchObject({ serial: source.serial + last, transferred: { kind: 'differences', serial: source.serial + last } })
    const theirs = await transferred(port, 'changing.test', [])
    const ours = await transferred(primary.port, 'changing.test', signed)
    expect(theirs.records).toHaveLength(53)
    expect(theirs.records).toEqual(ours.records)
  })

  it.skipIf(program === null || !isDigThere)('domains come and go by the catalog zone', async () => {
    const { primary, port } = await startedNode('catalog.test')
    const domainOf = (domainId: number, serial: number) => wholeOf(zoneFromLines(`member${domainId}.test`, 'www A 192.0.2.1', { domainId, serial }))
    await primary.applyZones([domainOf(1, 5)])
    await primary.complete()
    await startedSecondary('catalog.test', primary.port, port, true)
    await untilServed('member1.test', 5, port)
    await primary.applyZones([domainOf(2, 7)])
    await untilServed('member2.test', 7, port)
    await primary.removeZones(['member1.test'])
    while ((await probeSoa('member1.test', '127.0.0.1', port).catch(() => null)) !== null) await new Promise((settle) => setTimeout(settle, 30))
    expect((await probeSoa('member2.test', '127.0.0.1', port)).serial).toBe(7)
  })
})
