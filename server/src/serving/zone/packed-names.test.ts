import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PackedNames } from './packed-names.ts'
import type { LineRecords, RRset, ZoneNode } from './rrset.ts'
import { atOnce } from './slices.ts'

type Record = { readonly id: number | null; readonly bytes: number; readonly weight: number }

const ttlSeconds = 300

/** Records as a compiled name has them: the TTL and the length stand in the wire form. */
function setOf(type: number, line: string, records: readonly Record[], isWeighted: boolean): LineRecords {
  const arena = Buffer.alloc(records.reduce((sum, { bytes }) => sum + 12 + bytes, 0))
  let at = 0
  const rdatas = records.map(({ id, bytes, weight }, i) => {
    const start = at
    arena.writeUInt32BE(ttlSeconds, start + 6)
    arena.writeUInt16BE(bytes, start + 10)
    at += 12 + bytes
    arena.fill(i + 1, start + 12, at)
    return { start, end: at, weight: isWeighted ? weight : 1, recordId: id }
  })
  return { line, type, ttlSeconds, arena, rdatas, totalWeight: isWeighted ? records.reduce((sum, { weight }) => sum + weight, 0) : 0 }
}

const record = fc.record({
  id: fc.option(fc.constantFrom(1, 255, 2 ** 32, 2 ** 47), { nil: null }),
  bytes: fc.constantFrom(0, 4, 16, 300),
  weight: fc.constantFrom(1, 7, 1_000_000),
})
const records = fc.array(record, { minLength: 1, maxLength: 4 })
const rrset = fc
  .record({
    type: fc.constantFrom(1, 5, 28, 65_280),
    fallback: fc.option(records),
    lines: fc.dictionary(fc.constantFrom('ct', 'cu', 'overseas', '线路', '线'), records),
    isWeighted: fc.boolean(),
  })
  .filter(({ fallback, lines }) => fallback !== null || Object.keys(lines).length > 0)
  .map(({ type, fallback, lines, isWeighted }): RRset => {
    const sets = Object.entries(lines).map(([line, ofLine]): [string, LineRecords] => [line, setOf(type, line, ofLine, isWeighted)])
    return { type, fallback: fallback && setOf(type, 'default', fallback, isWeighted), lines: sets.length === 0 ? null : new Map(sets) }
  })
const node = fc
  .uniqueArray(rrset, { selector: ({ type }) => type, maxLength: 3 })
  .map((rrsets): ZoneNode => ({ rrsets: rrsets.toSorted((a, b) => a.type - b.type), hasLines: rrsets.some(({ lines }) => lines !== null) }))
const key = fc.constantFrom(
  '',
  '\x01a',
  '\x01b',
  '\x01a\x01b',
  '\x01*',
  '\x03\xff\x00\x80',
  `\x3f${'l'.repeat(63)}`.repeat(3),
  ...Array.from({ length: 40 }, (_, i) => `\x03n${String(i).padStart(2, '0')}`),
)
const names = fc.array(fc.tuple(key, node), { maxLength: 40 }).map((entries) => new Map(entries))

function toldSet({ line, type, ttlSeconds: ttl, totalWeight, arena, rdatas }: LineRecords): unknown {
  return [line, type, ttl, totalWeight, rdatas.map(({ start, end, weight, recordId }) => [recordId, weight, arena.toString('hex', start, end)])]
}

function told({ rrsets, hasLines }: ZoneNode): unknown {
  return [
    hasLines,
    rrsets.map(({ type, fallback, lines }) => [
      type,
      fallback && toldSet(fallback),
      lines && [lines.size, ...[...lines.keys()].map((line) => toldSet(lines.get(line)!)), ...[...lines.values()].map(toldSet)],
    ]),
  ]
}

const aside = setOf(6, 'default', [{ id: null, bytes: 40, weight: 1 }], false)
const packed = (plain: ReadonlyMap<string, ZoneNode>): PackedNames => atOnce(PackedNames.of(plain, aside))

function expectSame(names: PackedNames, plain: ReadonlyMap<string, ZoneNode>): void {
  expect(names.size).toBe(plain.size)
  expect([...names.keys()].toSorted()).toEqual([...plain.keys()].toSorted())
  for (const [name, one] of plain) {
    expect(names.has(name)).toBe(true)
    expect(told(names.get(name)!)).toEqual(told(one))
  }
  for (const none of ['\x04none', '\x01', `\x01a\x01a`, '\x03n0']) {
    expect(names.has(none)).toBe(false)
    expect(names.get(none)).toBeUndefined()
  }
}

describe('packed names', () => {
  it('are what was packed, and nothing else', () => {
    fc.assert(
      fc.property(names, (plain) => expectSame(packed(plain), plain)),
      { numRuns: 100 },
    )
  })

  it('give the set beside them back', () => {
    expect(toldSet(atOnce(PackedNames.of(new Map(), aside)).aside)).toEqual(toldSet(aside))
  })

  it('are the same in another thread, whose secret is another', () => {
    fc.assert(
      fc.property(names, (plain) => expectSame(PackedNames.ofParts(structuredClone(packed(plain).parts)), plain)),
      { numRuns: 20 },
    )
  })

  it('with changes are what a plain map with these changes is, and as they were before', () => {
    const changes = fc.array(fc.tuple(key, fc.option(node, { nil: null })), { maxLength: 12 }).map((entries) => new Map(entries))
    fc.assert(
      fc.property(names, fc.array(changes, { maxLength: 4 }), (plain, runs) => {
        let expected: Map<string, ZoneNode> = plain
        let before = packed(plain)
        for (const run of runs) {
          const after = before.changed(run)
          expectSame(before, expected)
          expected = new Map(expected)
          for (const [name, one] of run) {
            if (one === null) expected.delete(name)
            else expected.set(name, one)
          }
          expectSame(after, expected)
          before = after
        }
      }),
      { numRuns: 100 },
    )
  })

  it('are found among many', () => {
    const plain = new Map(Array.from({ length: 5_000 }, (_, i): [string, ZoneNode] => [`\x05${String(i).padStart(5, '0')}`, { rrsets: [], hasLines: false }]))
    const many = packed(plain)
    for (const name of plain.keys()) expect(many.has(name)).toBe(true)
    for (let i = 5_000; i < 10_000; i += 1) expect(many.has(`\x05${String(i).padStart(5, '0')}`)).toBe(false)
  })
})
