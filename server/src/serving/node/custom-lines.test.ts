import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startControlEnd, type ConnectedNode } from '../link/control-end.ts'
import { startNodeEnd } from '../link/node-end.ts'
import { onlyDefaultLine } from '../lines/line-table.ts'
import type { ZoneLineSource } from '../lines/zone-lines.ts'
import { findRedirect } from '../redirect/redirect-finder.ts'
import { queryPacket, readReply, subnetOption, type TestQuery, type TestReply } from '../wire/wire-client.testing.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import { wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { BuiltInNode, type BuiltInNodeOptions } from './built-in-node.ts'
import { ServedZones } from './served-zones.ts'
import { ZoneStore } from './zone-store.ts'

const closers: (() => unknown)[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-custom-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const office: ZoneLineSource = { code: 'custom_5', ranges: ['10.1.0.0/16', '2001:db8:1::/48', '127.0.0.1'] }
const branch: ZoneLineSource = { code: 'custom_6', ranges: ['10.2.0.5-10.2.0.9', 'no range'] }
const records = `
www A 192.0.2.1
www A [custom_5] 192.0.2.5
www A [custom_6] 192.0.2.6
mail A 192.0.2.1
go URL 301 "https://all.example/"
go URL [custom_5] 301 "https://office.example/"`
const plain = zoneFromLines('lined.test', records, { domainId: 7 })
const lined = { ...plain, lines: [office, branch] }

/** A change of the lines alone: the records, and with them the version, stay. */
function changeOfLines(lines: readonly ZoneLineSource[], serial: number, version = 1): ZoneUpdate {
  const { domainId, name, soa, nameservers } = plain
  const change = { name, soa, nameservers, serial, from: version, hosts: ['@'], changedIds: [], records: [], ...(lines.length > 0 && { lines }) }
  return { domainId, name, serial, version, source: null, change }
}

async function startedNode(change: Partial<BuiltInNodeOptions> = {}): Promise<BuiltInNode> {
  const faults: unknown[] = []
  const node = new BuiltInNode({ host: '127.0.0.1', port: 0, onFault: (fault) => faults.push(fault), onLost: (cause) => faults.push(cause), ...change })
  closers.push(async () => {
    await node.end()
    expect(faults).toEqual([])
  })
  await node.load()
  await node.start()
  return node
}

async function ask(port: number, query: TestQuery): Promise<TestReply> {
  const socket: Socket = createSocket('udp4')
  try {
    socket.connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const reply = once(socket, 'message') as Promise<[Buffer]>
    socket.send(queryPacket(query))
    return readReply((await reply)[0])
  } finally {
    socket.close()
  }
}

const from = (address: readonly number[], prefix: number): Partial<TestQuery> => ({
  edns: { options: subnetOption(address.length > 4 ? 2 : 1, prefix, [...address]) },
})
const www = { name: 'www.lined.test', type: 1 }
const addressFor = async (node: BuiltInNode, asked: Partial<TestQuery> = {}): Promise<string[]> =>
  (await ask(node.port, { ...www, ...asked })).answer.map((text) => text.split(' ').at(-1)!)

const inOffice = from([10, 1, 2], 24)

/** A node behind the link, with its threads. */
async function linked(): Promise<{ node: BuiltInNode; remote: ConnectedNode['node'] }> {
  const path = join(folder, 'link.sock')
  const connected = Promise.withResolvers<ConnectedNode>()
  const control = await startControlEnd(path, connected.resolve)
  const node = await startedNode({ threads: 2 })
  const end = startNodeEnd({ path, node, version: '1', onConnected: () => {}, onEnd: () => {} })
  closers.push(control.stop, () => end.stop())
  return { node, remote: (await connected.promise).node }
}

describe('lines of one zone', () => {
  it('answer by client subnet of both families and by source address, above all others, with the scope that decided', async () => {
    const node = await startedNode()
    await node.applyZones([wholeOf(lined), wholeOf(zoneFromLines('other.test', records, { domainId: 8 }))])
    expect(await addressFor(node, from([10, 1, 2], 24))).toEqual(['192.0.2.5'])
    expect(await addressFor(node, from([10, 3, 2], 24))).toEqual(['192.0.2.1'])
    expect(await addressFor(node, from([0x20, 1, 0x0d, 0xb8, 0, 1], 48))).toEqual(['192.0.2.5'])
    expect(await addressFor(node, from([10, 2, 0, 9], 32))).toEqual(['192.0.2.6'])
    expect(await addressFor(node, from([10, 2, 0, 10], 32))).toEqual(['192.0.2.1'])
    expect(await addressFor(node)).toEqual(['192.0.2.5'])
    const scopeFor = async (name: string, address: number[], prefix: number) => (await ask(node.port, { name, type: 1, ...from(address, prefix) })).edns?.subnet
    expect(await scopeFor('www.lined.test', [10, 1, 2], 24)).toBe('10.1.2.0/24/16')
    expect(await scopeFor('www.lined.test', [10, 2, 0, 9], 32)).toBe('10.2.0.9/32/31')
    expect(await scopeFor('mail.lined.test', [10, 1, 2], 24)).toBe('10.1.2.0/24/0')
    // What one zone says holds in no other.
    expect((await ask(node.port, { ...www, name: 'www.other.test', ...inOffice })).answer).toEqual(['www.other.test 300 A 192.0.2.1'])
  })

  it('are counted under their codes, and explained with their range', async () => {
    const node = await startedNode()
    await node.applyZones([wholeOf(lined)])
    for (let at = 0; at < 3; at += 1) await ask(node.port, { ...www, ...inOffice })
    expect((await node.drainCounters()).counts.map(({ domainId, lines }) => [domainId, lines])).toEqual([
      ['all', [['custom_5', 3]]],
      [7, [['custom_5', 3]]],
    ])
    const { client, steps } = await node.explain({ name: 'www.lined.test', type: 'A', clientAddress: Uint8Array.of(10, 1, 2, 3), prefixLength: 32 })
    expect(client).toMatchObject({
      line: 'custom_5',
      chain: ['custom_5', 'default'],
      scope: 16,
      segment: { first: '10.1.0.0', last: '10.1.255.255', source: 'custom' },
    })
    expect(steps[0]?.candidates.map(({ line, reason }) => [line, reason])).toEqual([
      ['custom_5', 'taken'],
      ['default', 'less_specific_line'],
      ['custom_6', 'other_line'],
    ])
  })

  it('lead to the redirect of the line', async () => {
    const zones = new ServedZones(null)
    await zones.apply(wholeOf(lined))
    const targetFor = (address: number[]): string | undefined => findRedirect(zones.table, onlyDefaultLine, 'go.lined.test', Uint8Array.from(address))?.target
    expect(targetFor([10, 1, 2, 3])).toBe('https://office.example/')
    expect(targetFor([10, 3, 2, 3])).toBe('https://all.example/')
  })

  it('come over the link with the zone and change without it, in every thread', async () => {
    const { node, remote } = await linked()
    await remote.applyZones([wholeOf(lined)])
    // So many sockets that each thread is asked: that one is not happens once in 2³⁹ times.
    const answersOfAll = async (asked: Partial<TestQuery>): Promise<Set<string>> =>
      new Set((await Promise.all(Array.from({ length: 40 }, () => addressFor(node, asked)))).flat())
    expect(await answersOfAll(inOffice)).toEqual(new Set(['192.0.2.5']))
    const moved = [{ ...office, ranges: ['10.7.0.0/16'] }, branch]
    expect(await remote.applyZones([changeOfLines(moved, plain.serial + 1)])).toMatchObject([{ outcome: 'applied' }])
    expect(await answersOfAll(inOffice)).toEqual(new Set(['192.0.2.1']))
    expect(await answersOfAll(from([10, 7, 1], 24))).toEqual(new Set(['192.0.2.5']))
    await remote.applyZones([changeOfLines([], plain.serial + 2)])
    expect(await answersOfAll(from([10, 7, 1], 24))).toEqual(new Set(['192.0.2.1']))
    expect(await remote.heldZones()).toMatchObject([{ version: 1, serial: plain.serial + 2 }])
  })
})

describe('lines on the disk of a node', () => {
  const zonesFolder = (): string => join(folder, 'zones')
  /** As the next process finds them. */
  async function afterRestart(readers = 0): Promise<string[]> {
    const faults: unknown[] = []
    const zones = new ServedZones(new ZoneStore(zonesFolder(), (fault) => faults.push(fault)))
    await zones.load(readers)
    expect(faults).toEqual([])
    return Array.from(
      zones.table.all(),
      ({ customLines, serial }) => `${serial - plain.serial} ${(customLines?.sources ?? []).map(({ ranges }) => ranges.join()).join(' | ')}`,
    )
  }

  it('are there after a restart, also those that changed without the records', async () => {
    const node = await startedNode({ zonesFolder: zonesFolder() })
    await node.applyZones([wholeOf(lined)])
    expect(await afterRestart()).toEqual(['0 10.1.0.0/16,2001:db8:1::/48,127.0.0.1 | 10.2.0.5-10.2.0.9,no range'])
    await node.applyZones([changeOfLines([branch], plain.serial + 1)])
    expect(await afterRestart()).toEqual(['1 10.2.0.5-10.2.0.9,no range'])
    await node.applyZones([changeOfLines([{ ...branch, ranges: ['10.8.0.0/16'] }], plain.serial + 2)])
    expect(await afterRestart()).toEqual(['2 10.8.0.0/16'])
    const restarted = await startedNode({ zonesFolder: zonesFolder(), threads: 2 })
    expect(await addressFor(restarted, from([10, 8, 1], 24))).toEqual(['192.0.2.6'])
    await node.applyZones([changeOfLines([], plain.serial + 3)])
    expect(await afterRestart()).toEqual(['3 '])
  })

  it('are none in a file that was kept before there were any', async () => {
    const node = await startedNode({ zonesFolder: zonesFolder() })
    await node.applyZones([wholeOf(plain)])
    const [file] = readdirSync(zonesFolder(), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.zone'))
    expect(readFileSync(join(zonesFolder(), file!), 'utf8')).not.toContain('"lines"')
    expect(await afterRestart()).toEqual(['0 '])
    const restarted = await startedNode({ zonesFolder: zonesFolder() })
    expect(await addressFor(restarted, inOffice)).toEqual(['192.0.2.1'])
    await restarted.applyZones([changeOfLines([office], plain.serial + 1)])
    expect(await addressFor(restarted, inOffice)).toEqual(['192.0.2.5'])
  })
})
