import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dig, isDigThere } from '../../../../tests/support/dig.ts'
import { freePort } from '../../../../tests/support/free-port.ts'
import { isSecondaryThere, secondaryNames, secondaryServers, startSecondary, type SecondaryServer } from '../../../../tests/support/secondaries.ts'
import { testCertificate, type TestCertificate } from '../encrypted/certificates.testing.ts'
import { defaultRules } from '../node/answering-rules.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { probeSoa } from '../node/soa-probe.ts'
import type { ZoneSource } from '../zone/zone.ts'
import { hardZone, wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { plainKey, testKey } from './transfer-client.testing.ts'

if (process.env['CI'] !== undefined && !isDigThere) throw new Error('dig is needed in CI: install the package bind9-dnsutils')

const keys = { 'sha256.key': testKey('sha256.key'), 'sha512.key': testKey('sha512.key', 'hmac-sha512', 'x'.repeat(64)) }
const plainKeys = Object.entries(keys).map(([name, key]) => plainKey(key, name))

let lastDomainId = 2
const node = new BuiltInNode({ host: '127.0.0.1', port: 0, threads: 2 })
const large = zoneFromLines('large.test', Array.from({ length: 20_000 }, (_, at) => `n${at} A 10.0.${at >> 8}.${at & 255}`).join('\n'), { domainId: 2 })

beforeAll(async () => {
  await node.applyZones([hardZone, large].map((source) => wholeOf(source)))
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

/** @param serial null: not any more */
async function untilServed(zone: string, serial: number | null, port: number, secondary: SecondaryServer): Promise<void> {
  const patience = Date.now() + 40_000
  while (((await probeSoa(zone, '127.0.0.1', port).catch(() => null))?.serial ?? null) !== serial) {
    if (secondary.hasEnded() || Date.now() > patience) throw new Error(`${zone} is not served with serial ${serial}:\n${secondary.said()}`)
    await pause(30)
  }
}

/** They follow by NOTIFY alone, unless a test says otherwise: zones are refreshed once an hour. */
describe.each(secondaryNames)('to %s', (name) => {
  const isThere = isSecondaryThere(name) && isDigThere
  const { catalogs, hasTls, omits = [] } = secondaryServers[name]
  const [catalogServers, tlsServers] = [catalogs !== 'none', hasTls].map((isAble) => (isThere && isAble ? [name] : []))
  const [key] = plainKeys
  const signed = signedBy('sha256.key')
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  async function startedNode({ catalog = '', tls, isSigned = true }: { catalog?: string; tls?: TestCertificate; isSigned?: boolean } = {}): Promise<{
    primary: BuiltInNode
    port: number
  }> {
    const encrypted = tls && { files: tls.files, tlsPort: 0, httpsPort: null }
    const primary = new BuiltInNode({ host: '127.0.0.1', port: 0, threads: 2, ...(encrypted ? { encrypted } : {}) })
    stops.push(() => primary.end())
    const port = await freePort()
    const transfers = [{ id: 4, networks: ['127.0.0.1'], key: isSigned ? key! : null, domainIds: null, notify: { addresses: ['127.0.0.1'], port }, catalog }]
    await primary.useRules({ ...defaultRules, transfers })
    return { primary, port }
  }

  function startedSecondary(options: Omit<Parameters<typeof startSecondary>[1], 'key'>): SecondaryServer {
    const secondary = startSecondary(name, { ...options, key: key! })
    stops.unshift(() => secondary.stop())
    return secondary
  }

  async function expectAlike(port: number, primary: BuiltInNode, zone: string): Promise<string[]> {
    const { records } = await transferred(port, zone, [])
    const ours = (await transferred(primary.port, zone, signed)).records
    expect(records).toEqual(ours.filter((line) => !omits.includes(line.split(' ')[3]!)))
    return records
  }

  it.runIf(isThere)('a zone of every type arrives as it is, and again after the refresh time', async () => {
    const { zone, change } = following()
    const port = await freePort()
    await node.applyZones([wholeOf(zone)])
    const secondary = startedSecondary({ zone: zone.name, primaryPort: node.port, port })
    await untilServed(zone.name, zone.serial, port, secondary)
    const rich = change({ serial: zone.serial + 1, records: hardZone.records })
    await node.applyZones([wholeOf(rich, 2)])
    await untilServed(zone.name, rich.serial, port, secondary)
    expect((await expectAlike(port, node, zone.name)).length).toBeGreaterThan(100)
  })

  it.runIf(isThere)('a changing zone arrives as differences', async () => {
    const { primary, port } = await startedNode()
    const source = zoneFromLines('changing.test', lines(50))
    await primary.applyZones([wholeOf(source)])
    await primary.complete()
    const secondary = startedSecondary({ zone: 'changing.test', primaryPort: primary.port, port })
    await untilServed('changing.test', source.serial, port, secondary)
    const last = 8
    for (let step = 1; step <= last; step += 1) {
      const changed = { host: `n${step}`, id: step + 1, type: 'A', line: 'default', value: `198.51.100.${step}`, ttlSeconds: 60, weight: null }
      const serial = source.serial + step
      const { records: _all, domainId, ...apex } = source
      const change = { ...apex, serial, from: step, hosts: [changed.host], changedIds: [changed.id], records: [changed] }
      const [applied] = await primary.applyZones([{ domainId, name: source.name, serial, version: step + 1, source: null, change }])
      expect(applied!.outcome).toBe('applied')
      if (step % 3 === 0) await untilServed('changing.test', serial, port, secondary)
    }
    await untilServed('changing.test', source.serial + last, port, secondary)
    const [state] = (await primary.transferStates({ id: 4, search: '', from: 0, limit: 10 })).states
    expect(state).toMatchObject({ serial: source.serial + last, transferred: { kind: 'differences', serial: source.serial + last } })
    expect(await expectAlike(port, primary, 'changing.test')).toHaveLength(53)
  })

  it.each(catalogServers!)('domains come to %s and go by the catalog zone', async () => {
    const { primary, port } = await startedNode({ catalog: 'catalog.test', isSigned: catalogs === 'signed' })
    const domainOf = (domainId: number, serial: number) => wholeOf(zoneFromLines(`member${domainId}.test`, 'www A 192.0.2.1', { domainId, serial }))
    await primary.applyZones([domainOf(1, 5)])
    await primary.complete()
    // BIND that is refused once comes back after a minute.
    while ((await transferred(primary.port, 'catalog.test', catalogs === 'signed' ? signed : [])).records.length < 3) await pause(20)
    const secondary = startedSecondary({ zone: 'catalog.test', isCatalog: true, primaryPort: primary.port, port })
    await untilServed('member1.test', 5, port, secondary)
    await primary.applyZones([domainOf(2, 7)])
    await untilServed('member2.test', 7, port, secondary)
    await primary.removeZones(['member1.test'])
    await untilServed('member1.test', null, port, secondary)
    expect((await probeSoa('member2.test', '127.0.0.1', port)).serial).toBe(7)
  })

  it.each(tlsServers!)('a zone comes to %s by TLS, with a certificate that it checks, and changes follow', async () => {
    const certificate = testCertificate()
    stops.push(() => Promise.resolve(certificate.remove()))
    const { primary, port } = await startedNode({ tls: certificate })
    const source = zoneFromLines('private.test', lines(2000))
    await primary.applyZones([wholeOf(source)])
    await primary.complete()
    await primary.start()
    const tls = { authorityFile: certificate.files.certificate, hostName: 'dns.test' }
    const secondary = startedSecondary({ zone: 'private.test', primaryPort: primary.encryptedPorts.tls!, port, tls })
    await untilServed('private.test', source.serial, port, secondary)
    await primary.applyZones([wholeOf({ ...source, serial: source.serial + 1, records: source.records.slice(1) }, 2)])
    await untilServed('private.test', source.serial + 1, port, secondary)
    expect(await expectAlike(port, primary, 'private.test')).toHaveLength(2002)
  })
})

/** Secondaries ask for it again after a second. */
function following(): { zone: ZoneSource; change: (change: Partial<ZoneSource>) => ZoneSource } {
  const domainId = (lastDomainId += 1)
  const change = (changed: Partial<ZoneSource>): ZoneSource =>
    zoneFromLines(`followed${domainId}.test`, 'www A 192.0.2.1', { domainId, ...changed, soa: { ...hardZone.soa, refresh: 1, retry: 1 } })
  return { zone: change({}), change }
}

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `n${at} A 192.0.${2 + (at >> 8)}.${at & 255}`).join('\n')
