import { parseIpv4 } from '@nameplane/dns-text/addresses'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSegmentFile, SegmentFileProblem, writeSegmentFile } from './segment-file.ts'
import { combineLayers } from './segment-parts.ts'
import { loadSegmentTable, openSegmentTable, segmentFingerprint, SegmentTable } from './segment-table.ts'

const nothing = { first: [], last: [], value: [] }
/** 10.0.0.0/8 is AS 4134 in the mainland, 20.0.0.0/8 is AS 4134 in the United States, ffff::/16 is AS 65536 nowhere. */
const parts = combineLayers({
  countries: ['', 'cn', 'us'],
  asNames: new Map([
    [4134, 'Chinanet'],
    [65_536, 'Ünïcode'],
  ]),
  ipv4: {
    asNumbers: { first: [0x0a000000, 0x14000000], last: [0x0affffff, 0x14ffffff], value: [4134, 4134] },
    countries: { first: [0x0a000000, 0x14000000], last: [0x0affffff, 0x14ffffff], value: [1, 2] },
    correctedCountries: nothing,
    crawlers: nothing,
    allocated: nothing,
  },
  ipv6: {
    asNumbers: { first: [0xffffn << 112n], last: [(1n << 128n) - 1n], value: [65_536] },
    countries: nothing,
    correctedCountries: nothing,
    crawlers: nothing,
    allocated: nothing,
  },
})

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-lines-'))
  file = join(folder, 'cache', 'lines.bin')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a segment file', () => {
  test('read back answers as what was written', () => {
    writeSegmentFile(file, parts, 'today')
    const table = new SegmentTable(readSegmentFile(file, 'today'))
    expect(table.match(parseIpv4('10.1.2.3'), 32)).toMatchObject({ chain: ['telecom', 'domestic', 'cn', 'default'], scope: 8 })
    expect(table.match(parseIpv4('20.1.2.3'), 32).chain).toEqual(['us', 'north_america', 'overseas', 'default'])
    expect(table.match(parseIpv4('30.1.2.3'), 32).chain).toEqual(['default'])
    const last = new Uint8Array(16).fill(255)
    expect(table.asOf(last)).toMatchObject({ asNumber: 65_536, asName: 'Ünïcode', country: null, chain: ['default'] })
  })

  test('leaves no draft beside it', () => {
    writeSegmentFile(file, parts, 'today')
    writeSegmentFile(file, parts, 'tomorrow')
    expect(readdirSync(join(folder, 'cache'))).toEqual(['lines.bin'])
  })

  test('from other sources is refused', () => {
    writeSegmentFile(file, parts, 'yesterday')
    expect(() => readSegmentFile(file, 'today')).toThrow(SegmentFileProblem)
  })

  test('with any single damaged byte is refused', () => {
    writeSegmentFile(file, parts, 'today')
    const whole = readFileSync(file)
    for (let at = 0; at < whole.length; at += 7) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] as number) ^ 0x10
      writeFileSync(file, damaged)
      expect(() => readSegmentFile(file, 'today'), `byte ${at}`).toThrow(SegmentFileProblem)
    }
  })

  test.each([0, 5, 15, 16, 200])('cut to %i bytes is refused', (length) => {
    writeSegmentFile(file, parts, 'today')
    truncateSync(file, length)
    expect(() => readSegmentFile(file, 'today')).toThrow(SegmentFileProblem)
  })
})

describe('opening the table', () => {
  test('builds it once, loads it afterwards, and builds it again when it is damaged or outdated', { timeout: 60_000 }, () => {
    const reasons: string[] = []
    const opened = (): SegmentTable => openSegmentTable(file, (reason) => reasons.push(reason))
    const chain = opened().match(parseIpv4('202.112.0.35'), 24).chain
    expect(reasons).toHaveLength(1)
    expect(opened().match(parseIpv4('202.112.0.35'), 24).chain).toEqual(chain)
    expect(reasons).toHaveLength(1)

    truncateSync(file, 1_000_000)
    expect(opened().match(parseIpv4('202.112.0.35'), 24).chain).toEqual(chain)
    expect(reasons.slice(1)).toEqual([expect.stringContaining('damaged')])

    writeSegmentFile(file, parts, 'of an older release')
    expect(opened().match(parseIpv4('202.112.0.35'), 24).chain).toEqual(chain)
    expect(reasons.slice(2)).toEqual([expect.stringContaining('other data')])
    expect(() => loadSegmentTable(file)).not.toThrow()
  })

  test('the fingerprint is the same from one call to the next', () => {
    expect(segmentFingerprint()).toBe(segmentFingerprint())
    expect(segmentFingerprint()).toMatch(/^[0-9a-f]{64}$/)
  })
})
