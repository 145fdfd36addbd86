import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { explainAnswer } from '../answer/explain.ts'
import { noRedirectAddresses } from '../redirect/redirect-addresses.ts'
import { onlyDefaultLine } from '../lines/line-table.ts'
import { zoneOfSent } from '../zone/packed-zone.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import { hardZone, wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { readInThread, type FolderRead } from './kept-zones.ts'
import { ServedZones } from './served-zones.ts'
import { ZoneStore } from './zone-store.ts'

let folder: string
let faults: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-zones-'))
  faults = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A node as it starts on what another one kept. */
async function started(readers = 0): Promise<ServedZones> {
  const zones = new ServedZones(new ZoneStore(folder, (fault) => faults.push(String(fault))))
  await zones.load(readers)
  return zones
}

function addressesOf(zones: ServedZones, name: string): string[] {
  const question = { name, type: 'A', clientAddress: Uint8Array.of(192, 0, 2, 1), prefixLength: 32 }
  return explainAnswer({ ...question, zones: zones.table, lines: onlyDefaultLine, redirects: noRedirectAddresses }).answer.map(({ value }) => value)
}

/** A change that belongs over a version of another node. */
async function keepForeign(): Promise<void> {
  const other = new ServedZones(new ZoneStore(join(folder, 'other'), (fault) => faults.push(String(fault))))
  await other.apply(wholeOf(source, 8))
  await other.apply(changed(8, '192.0.2.8'))
  writeFileSync(
    join(folder, 'foreign'),
    `${readFileSync(join(folder, 'other', '07', '7.zone'), 'utf8')
      .split('\n')
      .at(-2)}\n`,
  )
}

const zoneFile = (domainId: number): string => join(folder, (domainId % 256).toString(16).padStart(2, '0'), `${domainId}.zone`)
const source = zoneFromLines('kept.test', 'www A 192.0.2.1\nother A 192.0.2.9', { domainId: 7 })

/** The change that gives `www` another address. */
function changed(from: number, address: string): ZoneUpdate {
  const { name, soa, nameservers } = source
  const record = { ...source.records[0]!, value: address }
  const change = { name, soa, nameservers, serial: source.serial + from, from, hosts: ['www'], changedIds: [record.id!], records: [record] }
  return { domainId: 7, name, serial: change.serial, version: from + 1, source: null, change }
}

describe('what a node was given', () => {
  it('is served by the next start, whole zones and changes alike', async () => {
    const before = await started()
    await before.apply(wholeOf(hardZone))
    await before.apply(wholeOf(source, 4))
    expect(await before.apply(changed(4, '192.0.2.2'))).toEqual({ domainId: 7, outcome: 'applied', problems: [] })
    const after = await started()
    expect(addressesOf(after, 'www.kept.test')).toEqual(['192.0.2.2'])
    expect(addressesOf(after, 'other.kept.test')).toEqual(['192.0.2.9'])
    expect(after.held()).toEqual(expect.arrayContaining([...before.held()]))
    expect(after.held()).toContainEqual({ domainId: 7, name: 'kept.test', version: 5, serial: source.serial + 4 })
    expect(faults).toEqual([])
  })

  it('is gone after the next start once it was taken away', async () => {
    const before = await started()
    await before.apply(wholeOf(source))
    await before.apply({ ...wholeOf(source), source: null })
    expect((await started()).held()).toEqual([])
  })

  it('holds records of any number and any characters', async () => {
    const many = Array.from({ length: 1_201 }, (_, i) => `n${i} TXT "é\\"${i}"`).join('\n')
    await (await started()).apply(wholeOf(zoneFromLines('many.test', many, { domainId: 9 })))
    const after = await started()
    expect(after.table.get('\x04many\x04test')?.nodes.size).toBe(1_202)
    expect(faults).toEqual([])
  })

  it('is complete only after somebody said that it was all', async () => {
    const before = await started()
    await before.apply(wholeOf(source))
    expect((await started()).isComplete).toBe(false)
    await before.complete()
    expect((await started()).isComplete).toBe(true)
  })
})

test('what another process keeps on the same disk is served and not written', async () => {
  const zones = await started()
  await zones.apply(wholeOf(source, 4))
  await zones.apply(wholeOf(hardZone))
  const kept = readFileSync(zoneFile(7), 'utf8')
  expect(await zones.apply(changed(4, '192.0.2.2'), false)).toMatchObject({ outcome: 'applied' })
  // Told again, since the other one lacked it.
  expect(await zones.apply(changed(4, '192.0.2.2'), false)).toMatchObject({ outcome: 'applied' })
  expect(addressesOf(zones, 'www.kept.test')).toEqual(['192.0.2.2'])
  expect(readFileSync(zoneFile(7), 'utf8')).toBe(kept)
  expect(await zones.remove([hardZone.name], false)).toBe(1)
  expect(await zones.apply({ ...wholeOf(source), source: null }, false)).toMatchObject({ outcome: 'applied' })
  expect(zones.held()).toEqual([])
  expect((await started()).held()).toHaveLength(2)
})

describe('a change is asked for whole', () => {
  it('when it belongs over another version', async () => {
    const zones = await started()
    await zones.apply(wholeOf(source, 4))
    expect(await zones.apply(changed(3, '192.0.2.2'))).toMatchObject({ outcome: 'unclear' })
    expect(await zones.apply({ ...changed(4, '192.0.2.2'), domainId: 8 })).toMatchObject({ outcome: 'unclear' })
    expect(addressesOf(zones, 'www.kept.test')).toEqual(['192.0.2.1'])
  })

  it('when the changes before it weigh more than the zone', async () => {
    const zones = await started()
    await zones.apply(wholeOf(source, 1))
    let version = 1
    for (; (await zones.apply(changed(version, `192.0.2.${version % 250}`))).outcome === 'applied'; version += 1) {
      expect(statSync(zoneFile(7)).size).toBeLessThan(80_000)
    }
    expect(version).toBeGreaterThan(50)
    await zones.apply(wholeOf(source, version))
    expect(await zones.apply(changed(version, '192.0.2.2'))).toMatchObject({ outcome: 'applied' })
  })
})

describe('a file that is not as it was written is never served, and set aside', () => {
  it.each<[string, (path: string) => void]>([
    ['a changed character', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('192.0.2.1', '192.0.2.7'))],
    ['a line that is missing', (path) => writeFileSync(path, readFileSync(path, 'utf8').split('\n').toSpliced(1, 1).join('\n'))],
    ['nothing in it', (path) => truncateSync(path)],
    ['only its first line', (path) => writeFileSync(path, `${readFileSync(path, 'utf8').split('\n')[0]}\n`)],
    ['what is no zone', (path) => writeFileSync(path, 'zone\n')],
    ['a change over a version that it has not got', (path) => appendFileSync(path, readFileSync(join(folder, 'foreign')))],
  ])('%s', async (_case, damage) => {
    const before = await started()
    await before.apply(wholeOf(source, 4))
    await before.apply(changed(4, '192.0.2.2'))
    await before.complete()
    await keepForeign()
    damage(zoneFile(7))
    const after = await started()
    expect(after.held()).toEqual([])
    expect(after.isComplete).toBe(false)
    expect(faults).toEqual([expect.stringContaining('7.zone is damaged')])
    expect(readdirSync(join(folder, '07'))).toEqual(['7.zone.unused'])
    // It is given again, and all is well.
    await after.apply(wholeOf(source, 5))
    expect(addressesOf(await started(), 'www.kept.test')).toEqual(['192.0.2.1'])
  })

  it('one of a later format', async () => {
    const before = await started()
    await before.apply(wholeOf(source))
    const text = readFileSync(zoneFile(7), 'utf8').replace('"format":1', '"format":2')
    const { crc32 } = await import('node:zlib')
    const [first = '', ...rest] = text.split('\n')
    writeFileSync(zoneFile(7), [`${crc32(first.slice(9)).toString(16).padStart(8, '0')} ${first.slice(9)}`, ...rest].join('\n'))
    expect((await started()).held()).toEqual([])
    expect(faults).toEqual([expect.stringContaining('another version')])
  })
})

describe('a thread that helps to read', () => {
  const lines = 'www A 192.0.2.1\nwww A [ct] *3 192.0.2.2\nwww A [ct] *1 192.0.2.3\nsub NS ns.elsewhere.example.\na.b.c A 192.0.2.4\n@ CNAME x.test.'
  const zone = zoneFromLines('threads.test', lines, { domainId: 3 })

  it('makes what is made here, and leaves changes and damages to the one that knows what to do', async () => {
    const before = await started()
    for (const update of [wholeOf(zone, 2), wholeOf({ ...source, domainId: 9, name: 'damaged.test' }), wholeOf(source, 4), changed(4, '192.0.2.2')]) {
      await before.apply(update)
    }
    writeFileSync(zoneFile(9), 'damaged')
    const reads: FolderRead[] = []
    const { folders } = new ZoneStore(folder, () => {})
    await readInThread({ folders, next: new Int32Array(new SharedArrayBuffer(4)), isShared: true }, (read) => reads.push(read))
    expect(reads.map((read) => read.folder)).toEqual(folders)
    expect(reads.flatMap(({ left }) => left.map(({ domainId }) => domainId))).toEqual([7, 9])
    const [made, ...others] = reads.flatMap(({ zones }) => zones)
    expect([made?.domainId, made?.version, made?.whole, others]).toEqual([3, 2, statSync(zoneFile(3)).size, []])
    expect(made!.zone.names.bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
    const table = new ZoneTable()
    table.put(zoneOfSent(made!.zone))
    for (const host of ['', 'www.', 'x.sub.', 'b.c.', 'none.']) {
      const question = {
        name: `${host}threads.test`,
        type: 'A',
        clientAddress: Uint8Array.of(192, 0, 2, 1),
        prefixLength: 32,
        lines: onlyDefaultLine,
        redirects: noRedirectAddresses,
      }
      expect(explainAnswer({ ...question, zones: table })).toEqual(explainAnswer({ ...question, zones: before.table }))
    }
    expect(table.get(before.table.get('\x07threads\x04test')!.key)?.problems).toEqual(before.table.get('\x07threads\x04test')!.problems)
  })

  it('knows files well enough to append changes to them', async () => {
    const before = await started()
    for (let i = 1; i <= 40; i += 1) await before.apply(wholeOf(zoneFromLines(`n${i}.test`, lines, { domainId: 128 * i })))
    await before.apply(wholeOf(source, 4))
    const after = await started(2)
    expect(after.held()).toHaveLength(41)
    expect(await after.apply(changed(4, '192.0.2.2'))).toMatchObject({ outcome: 'applied' })
    expect(addressesOf(await started(2), 'www.kept.test')).toEqual(['192.0.2.2'])
  })
})

describe('what a crash leaves', () => {
  it('of a change that was being appended is cut off, and what comes after is kept', async () => {
    const before = await started()
    await before.apply(wholeOf(source, 4))
    const whole = statSync(zoneFile(7)).size
    await before.apply(changed(4, '192.0.2.2'))
    truncateSync(zoneFile(7), statSync(zoneFile(7)).size - 5)
    const after = await started()
    expect(addressesOf(after, 'www.kept.test')).toEqual(['192.0.2.1'])
    expect(statSync(zoneFile(7)).size).toBe(whole)
    await after.apply(changed(4, '192.0.2.3'))
    expect(addressesOf(await started(), 'www.kept.test')).toEqual(['192.0.2.3'])
    expect(faults).toEqual([])
  })

  it('of a whole that was being written is removed', async () => {
    await (await started()).apply(wholeOf(source))
    writeFileSync(`${zoneFile(7)}.new`, 'half')
    expect((await started()).held()).toHaveLength(1)
    expect(readdirSync(join(folder, '07'))).toEqual(['7.zone'])
  })

  it('where nothing can be written: the zone is served all the same, and said not to be kept', async () => {
    const zones = await started()
    await zones.apply(wholeOf(source, 4))
    rmSync(folder, { recursive: true })
    expect(await zones.apply(changed(4, '192.0.2.2'))).toMatchObject({ outcome: 'applied' })
    expect(addressesOf(zones, 'www.kept.test')).toEqual(['192.0.2.2'])
    expect(faults).toEqual([expect.stringContaining('ENOENT')])
    // Nothing may be appended to what is not known.
    expect(await zones.apply(changed(5, '192.0.2.3'))).toMatchObject({ outcome: 'unclear' })
  })
})

it('a change that two processes kept is laid over the zone once', async () => {
  const before = await started()
  await before.apply(wholeOf(source, 4))
  await before.apply(changed(4, '192.0.2.2'))
  appendFileSync(zoneFile(7), `${readFileSync(zoneFile(7), 'utf8').split('\n').at(-2)}\n`)
  await before.apply(changed(5, '192.0.2.3'))
  expect(addressesOf(await started(), 'www.kept.test')).toEqual(['192.0.2.3'])
})

it('a domain that takes another name is no longer served under the old one', async () => {
  const zones = await started()
  await zones.apply(wholeOf(source))
  await zones.apply(wholeOf(zoneFromLines('renamed.test', 'www A 192.0.2.5', { domainId: 7 }), 2))
  expect(addressesOf(zones, 'www.kept.test')).toEqual([])
  expect(addressesOf(await started(), 'www.renamed.test')).toEqual(['192.0.2.5'])
})
