import { createSocket } from 'node:dgram'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { decodeMessage } from '@nameplane/dns-text/message'
import { defaultRules } from '../node/answering-rules.ts'
import { BuiltInNode, type BuiltInNodeOptions } from '../node/built-in-node.ts'
import { probeSoa } from '../node/soa-probe.ts'
import { wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { IxfrClient, ixfrQuery } from './ixfr-client.testing.ts'
import type { TsigKey } from '../wire/tsig.ts'
import { acknowledging, NotifyServer } from './notify-server.testing.ts'
import { plainKey, testKey, TransferClient, transferQuery } from './transfer-client.testing.ts'
import type { TransferRule } from './transfer-rules.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const key = testKey()
const otherKey = testKey('other.key', 'hmac-sha512')
const rule = (change: Partial<TransferRule> = {}): TransferRule => ({
  ...{ id: 7, networks: ['127.0.0.1'], key: plainKey(key), domainIds: null, catalog: 'catalog.test' },
  ...change,
})
const zoneOf = (domainId: number, name = `d${domainId}.test`, version = 1) =>
  wholeOf(zoneFromLines(name, 'www A 192.0.2.1', { domainId, serial: version }), version)

async function nodeOf(rules: readonly TransferRule[], options: Partial<BuiltInNodeOptions> = {}): Promise<BuiltInNode> {
  const node = new BuiltInNode({ host: '127.0.0.1', port: 0, ...options })
  closers.push(() => node.end())
  await node.useRules({ ...defaultRules, transfers: rules })
  return node
}

async function transferred(node: BuiltInNode, query: Buffer) {
  const client = new TransferClient(node.port)
  const zone = await client.zone(query)
  client.socket.destroy()
  return zone
}

/** The members of the catalog, and its serial; null while it is refused. */
async function members(node: BuiltInNode, signedWith: TsigKey | null = key, name = 'catalog.test'): Promise<{ serial: number; zones: string[] } | null> {
  const { rcode, records } = await transferred(node, transferQuery(name, signedWith === null ? {} : { key: signedWith }))
  if (rcode !== 0) return null
  const zones = records.filter((record) => record.includes(' PTR ')).map((record) => record.split(' ')[3]!.slice(0, -1))
  return { serial: Number(records[0]!.split(' ')[5]), zones: zones.toSorted() }
}

async function untilMembers(node: BuiltInNode, zones: readonly string[], signedWith: TsigKey | null = key, name?: string): Promise<number> {
  for (;;) {
    const now = await members(node, signedWith, name)
    if (now !== null && now.zones.join(' ') === zones.join(' ')) return now.serial
    await new Promise((settle) => setTimeout(settle, 10))
  }
}

describe('a catalog zone', () => {
  it('lists the zones that its server may have, in the form of version 2', async () => {
    const node = await nodeOf([rule({ domainIds: [1, 3] })])
    await node.applyZones([1, 2, 3].map((id) => zoneOf(id)))
    await node.complete()
    await untilMembers(node, ['d1.test', 'd3.test'])
    const { records } = await transferred(node, transferQuery('catalog.test', { key }))
    expect(records.at(-1)).toBe(records[0])
    expect(records.slice(1, -1).toSorted()).toEqual([
      'catalog.test. 60 NS invalid.',
      'd1.zones.catalog.test. 60 PTR d1.test.',
      'd3.zones.catalog.test. 60 PTR d3.test.',
      'version.catalog.test. 60 TXT "2"',
    ])
  })

  it('follows what comes and goes, with differences and a later serial each time', async () => {
    const node = await nodeOf([rule()])
    await node.applyZones([zoneOf(1)])
    await node.complete()
    const client = new IxfrClient()
    const first = await untilMembers(node, ['d1.test'])
    client.take((await transferred(node, transferQuery('catalog.test', { key }))).records)
    await node.applyZones([zoneOf(2), zoneOf(3)])
    const second = await untilMembers(node, ['d1.test', 'd2.test', 'd3.test'])
    await node.removeZones(['d1.test'])
    const third = await untilMembers(node, ['d2.test', 'd3.test'])
    expect([second > first, third > second]).toEqual([true, true])
    expect(client.take((await transferred(node, ixfrQuery('catalog.test', first, key))).records)).toBe('differences')
    expect(client.records).toEqual(new Set((await transferred(node, transferQuery('catalog.test', { key }))).records))
    // Another name of the same domain, and changes of a zone that stays.
    await node.applyZones([zoneOf(3, 'renamed.test', 2), zoneOf(2, 'd2.test', 2)])
    await untilMembers(node, ['d2.test', 'renamed.test'])
  })

  it('follows what its server may have, and goes when it is switched off', async () => {
    const node = await nodeOf([rule()])
    await node.applyZones([1, 2].map((id) => zoneOf(id)))
    await node.complete()
    await untilMembers(node, ['d1.test', 'd2.test'])
    await node.useRules({ ...defaultRules, transfers: [rule({ domainIds: [2] })] })
    await untilMembers(node, ['d2.test'])
    await node.useRules({ ...defaultRules, transfers: [rule({ catalog: '' })] })
    expect(await members(node)).toBeNull()
  })

  it('is of one server alone, by TCP and UDP, in every thread', async () => {
    const other = rule({ id: 8, key: plainKey(otherKey, 'other.key'), domainIds: [], catalog: 'other-catalog.test' })
    const node = await nodeOf([rule({ key: null, networks: ['127.0.0.1'] }), other], { threads: 2 })
    await node.applyZones([zoneOf(1)])
    await node.complete()
    const serial = await untilMembers(node, ['d1.test'], null)
    for (let time = 0; time < 20; time += 1) {
      expect((await probeSoa('catalog.test', '127.0.0.1', node.port)).serial).toBe(serial)
      await expect(probeSoa('other-catalog.test', '127.0.0.1', node.port)).rejects.toThrow('refused')
    }
    expect([(await members(node, null, 'other-catalog.test'))?.zones, (await members(node, otherKey, 'other-catalog.test'))?.zones]).toEqual([undefined, []])
    // Members are not to be asked for one by one.
    await expect(probeSoa('d1.zones.catalog.test', '127.0.0.1', node.port)).rejects.toThrow('refused')
  })

  it('is answered below a domain of ours, and not in place of one', async () => {
    const node = await nodeOf([rule({ key: null, catalog: 'catalog.d1.test' })])
    await node.applyZones([zoneOf(1)])
    await node.complete()
    const serial = await untilMembers(node, ['d1.test'], null, 'catalog.d1.test')
    expect((await probeSoa('catalog.d1.test', '127.0.0.1', node.port)).serial).toBe(serial)
    await node.applyZones([zoneOf(2, 'catalog.d1.test', 5)])
    expect((await probeSoa('catalog.d1.test', '127.0.0.1', node.port)).serial).toBe(5)
    expect((await members(node, null, 'catalog.d1.test'))?.serial).toBe(5)
  })

  it('is made once the node has all zones, keeps its serial when it starts again, and is not given before it is as it was', async () => {
    const zonesFolder = mkdtempSync(join(tmpdir(), 'nameplane-catalog-'))
    closers.push(() => rmSync(zonesFolder, { recursive: true, force: true }))
    const node = await nodeOf([rule()], { zonesFolder })
    await node.applyZones([zoneOf(1)])
    await node.start()
    await new Promise((settle) => setTimeout(settle, 150))
    expect(await members(node)).toBeNull()
    await node.applyZones([zoneOf(2)])
    await node.complete()
    const serial = await untilMembers(node, ['d1.test', 'd2.test'])
    await node.end()

    const again = new BuiltInNode({ host: '127.0.0.1', port: 0, zonesFolder, clockMs: () => Date.now() + 60_000 })
    closers.push(() => again.end())
    await again.load()
    await again.start()
    expect(await untilMembers(again, ['d1.test', 'd2.test'])).toBe(serial)
    await again.end()

    const lacking = new BuiltInNode({ host: '127.0.0.1', port: 0, zonesFolder })
    closers.push(() => lacking.end())
    await lacking.load()
    await lacking.removeZones(['d1.test'])
    await lacking.start()
    await new Promise((settle) => setTimeout(settle, 150))
    expect((await members(lacking))?.zones ?? []).not.toEqual(['d2.test'])
    await lacking.complete()
    expect(await untilMembers(lacking, ['d2.test'])).toBeGreaterThan(serial)
    expect(Object.keys(JSON.parse(readFileSync(join(zonesFolder, 'catalogs'), 'utf8')) as object)).toHaveLength(1)
  })

  it('is news to its server', async () => {
    const server = await NotifyServer.open((heard) => acknowledging(heard, { key }))
    closers.push(() => server.close())
    const node = await nodeOf([rule({ notify: { addresses: ['127.0.0.1'], port: server.port } })])
    await node.complete()
    await node.applyZones([zoneOf(1)])
    while (!server.heard.some(({ zone }) => zone === 'catalog.test.')) await new Promise((settle) => setTimeout(settle, 5))
    const serial = await untilMembers(node, ['d1.test'])
    while ((await node.transferStates({ id: 7, search: 'catalog', from: 0, limit: 10 })).states[0]?.acknowledged?.serial !== serial) {
      await new Promise((settle) => setTimeout(settle, 5))
    }
  })

  it('of many zones is made anew where many change at once', async () => {
    const node = await nodeOf([rule({ domainIds: Array.from({ length: 1_500 }, (_, at) => at + 1) })])
    await node.complete()
    const ids = Array.from({ length: 1_500 }, (_, at) => at + 1)
    await node.applyZones(ids.map((id) => zoneOf(id)))
    await untilMembers(node, ids.map((id) => `d${id}.test`).toSorted())
  })
})

describe('IXFR by UDP', () => {
  it('is the SOA for who may have the zone, and REFUSED for others', async () => {
    const node = await nodeOf([rule()], { threads: 2 })
    await node.applyZones([zoneOf(1, 'd1.test', 9)])
    await node.complete()
    await untilMembers(node, ['d1.test'])
    const asked = async (query: Buffer) => {
      const socket = createSocket('udp4')
      const reply = new Promise<Buffer>((settle) => socket.once('message', settle))
      socket.send(query, node.port, '127.0.0.1')
      const { rcode, answers } = decodeMessage(await reply)
      socket.close()
      return [rcode, answers.map(({ type }) => type)]
    }
    for (const name of ['d1.test', 'catalog.test']) {
      expect(await asked(ixfrQuery(name, 3, key))).toEqual([0, ['SOA']])
      expect(await asked(ixfrQuery(name, 3))).toEqual([5, []])
      expect(await asked(transferQuery(name, { key }))).toEqual([5, []])
    }
  })
})
