import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dig, isDigThere } from '../../../../tests/support/dig.ts'
import { findKnot, startKnotSecondary, type KnotServer } from '../../../../tests/support/knot.ts'
import { defaultRules } from '../node/answering-rules.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { probeSoa } from '../node/soa-probe.ts'
import type { ZoneSource } from '../zone/zone.ts'
import { hardZone, wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { plainKey, testKey } from './transfer-client.testing.ts'

const knot = findKnot()
if (process.env.CI !== undefined && (knot === null || !isDigThere))
  throw new Error('knotd and dig are needed in CI: install the packages knot and bind9-dnsutils')

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
