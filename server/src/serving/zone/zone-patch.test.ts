import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerQuery, plainContext } from '../answer/answer.ts'
import type { CompiledZone, LineRecords, ZoneNode } from './rrset.ts'
import { queryPacket } from '../wire/wire-client.testing.ts'
import { namesOfRange, rangeSince, zoneOfSent } from './packed-zone.ts'
import { compileToSend, compileZone, type ZoneSource } from './zone.ts'
import { patchZone, type ZoneChange } from './zone-patch.ts'
import type { RecordSource } from './zone-rows.ts'
import { ZoneTable } from './zone-table.ts'
import { hardZone, zoneFromLines } from './zones.testing.ts'

type Saved = RecordSource & { readonly id: number; readonly isPaused: boolean }
type Step = { readonly at: number; readonly record: Omit<Saved, 'id'> | null }

/** All that a zone says, in an order of its own. */
function told(zone: CompiledZone): unknown {
  const set = ({ line, ttlSeconds, totalWeight, arena, rdatas }: LineRecords): unknown => ({
    line,
    ttlSeconds,
    totalWeight,
    records: rdatas.map(({ start, end, weight, recordId }) => `${recordId} ${weight} ${arena.toString('hex', start, end)}`),
  })
  const node = ({ rrsets }: ZoneNode): unknown[] =>
    rrsets.map(({ type, fallback, lines }) => [type, fallback && set(fallback), lines && [...lines.keys()].toSorted().map((line) => set(lines.get(line)!))])
  const keys = [...zone.nodes.keys()].toSorted()
  return {
    serial: zone.serial,
    nodes: keys.map((key) => [key, zone.nodes.get(key)!.hasLines, node(zone.nodes.get(key)!)]),
    size: zone.nodes.size,
    childCounts: [...zone.childCounts.keys()].toSorted().map((key) => [key, zone.childCounts.get(key)]),
    cuts: zone.cuts && [...zone.cuts.keys()].toSorted().map((key) => [key, isDeepStrictEqual(node(zone.cuts!.get(key)!), node(zone.nodes.get(key)!))]),
    negativeSoa: set(zone.negativeSoa),
    linedNames: zone.linedNames,
    weightedNames: zone.weightedNames,
    problems: zone.problems.map((problem) => JSON.stringify(problem)).toSorted(),
  }
}

const hosts = ['@', 'a', 'b.a', 'c.b.a', 'z.c.b.a', '*', '*.a', 'x.*.a', 'sub', 'ns.sub', 'deep.ns.sub', 'd', 'x.d', 'y.x.d', 'bad..name']
const asked = [...hosts.slice(0, -1).map((host) => (host === '@' ? 'p.test' : `${host}.p.test`)), 'none.p.test', 'q.none.b.a.p.test', 'v.d.p.test']
const values: [string, string][] = [
  ['A', '192.0.2.1'],
  ['A', '192.0.2.2'],
  ['A', 'no address'],
  ['AAAA', '2001:db8::1'],
  ['CNAME', 'a.p.test.'],
  ['CNAME', 'b.a.p.test.'],
  ['NS', 'ns.sub.p.test.'],
  ['NS', 'ns1.p.test.'],
  ['MX', '10 b.a.p.test.'],
  ['TXT', '"text"'],
  ['DNAME', 'a.p.test.'],
  ['ALIAS', 'elsewhere.test.'],
]
const types = [1, 2, 5, 6, 15, 16, 28, 39, 43, 255]
const chains = [['default'], ['ct', 'default'], ['bj', 'ct', 'default']]

const record = fc
  .record({
    host: fc.constantFrom(...hosts),
    kind: fc.constantFrom(...values),
    line: fc.constantFrom('default', 'default', 'ct', 'bj'),
    ttlSeconds: fc.constantFrom(60, 300),
    weight: fc.constantFrom(null, null, 0, 3, 7),
    isPaused: fc.constantFrom(false, false, false, true),
  })
  .map(({ kind: [type, value], ...rest }) => ({ ...rest, type, value }))
const step: fc.Arbitrary<Step> = fc.record({ at: fc.nat(30), record: fc.option(record, { nil: null, freq: 4 }) })

function answers(zone: CompiledZone): string[] {
  const zones = new ZoneTable()
  zones.put(zone)
  return chains.flatMap((chain) => {
    const lines = { match: () => ({ chain, scope: 24, segment: null, classId: 0 }) }
    return asked.flatMap((name) =>
      types.flatMap((type) =>
        [0, 0.99].map((share) => {
          const { response } = answerQuery(queryPacket({ name, type }), { ...plainContext(zones), lines, random: () => share })
          return `${chain[0]} ${name} ${type} ${response?.toString('hex')}`
        }),
      ),
    )
  })
}

/** Applies each batch as the reconciling loop does, beside compiling everything; answers how often it had to be compiled whole. */
function follow(first: ZoneSource, batches: readonly (readonly Step[])[], isAnswering: boolean): { wholes: number; patches: number } {
  const saved = new Map<number, Saved>(first.records.map((one) => [one.id!, { ...one, id: one.id!, isPaused: false }]))
  let [serial, lastId, wholes, patches] = [first.serial, saved.size, 0, 0]
  const fillers = saved.size
  const both = (source: ZoneSource): CompiledZone[] => {
    const sent = compileToSend(source, true)
    return [zoneOfSent(sent), zoneOfSent(structuredClone(sent))]
  }
  // The second one as another thread has it.
  let [zone, elsewhere] = both(first) as [CompiledZone, CompiledZone]
  for (const batch of batches) {
    const changed = new Set<string>()
    const changedIds = new Set<number>()
    let touchesDname = false
    for (const { at, record: after } of batch) {
      const ids = [...saved.keys()].slice(fillers)
      // Past the saved ones: a new record.
      const id = ids[at] ?? (lastId += 1)
      const before = saved.get(id)
      for (const one of [before, after]) {
        if (one) changed.add(one.host)
        if (one?.type === 'DNAME') touchesDname = true
      }
      changedIds.add(id)
      if (after === null) saved.delete(id)
      else saved.set(id, { ...after, id })
    }
    serial += 1
    const active = [...saved.values()].filter(({ isPaused }) => !isPaused)
    for (const { host, type } of active) if (type === 'ALIAS') changed.add(host)
    const source = { ...first, serial, records: active }
    const change: ZoneChange = {
      ...source,
      from: 1,
      hosts: [...changed],
      changedIds: [...changedIds],
      // In another order than that of the whole: the database promises none.
      records: active.filter(({ host }) => host === '@' || changed.has(host)).toReversed(),
    }
    const asBefore = told(zone)
    const patched = patchZone(zone, change)
    expect(told(zone)).toEqual(asBefore)
    const whole = compileZone(source)
    if (patched === null) {
      expect(touchesDname).toBe(true)
      wholes += 1
    } else {
      expect(told(patched)).toEqual(told(whole))
      if (isAnswering) expect(answers(patched)).toEqual(answers(whole))
      patches += 1
    }
    if (patched === null) [zone, elsewhere] = both(source) as [CompiledZone, CompiledZone]
    else {
      const range = rangeSince(zone, patched)
      expect(range === null || range.bytes.buffer instanceof SharedArrayBuffer).toBe(true)
      const followed = patchZone(elsewhere, change, range && namesOfRange(structuredClone(range)))!
      expect(told(followed)).toEqual(told(patched))
      // Bytes are made once, for all.
      expect(followed.nodes.base === elsewhere.nodes.base).toBe(range === null)
      ;[zone, elsewhere] = [patched, followed]
    }
  }
  return { wholes, patches }
}

describe('a zone that follows changes name by name', () => {
  const batches = (maxLength: number): fc.Arbitrary<Step[][]> => fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength })

  it('is what compiling everything gives, for every name, type and line, and leaves its predecessor as it was', () => {
    let patches = 0
    fc.assert(
      fc.property(batches(8), (steps) => void (patches += follow(zoneFromLines('p.test', ''), steps, true).patches)),
      { numRuns: 60 },
    )
    expect(patches).toBeGreaterThan(60)
  })

  it('is so through many more changes', () => {
    fc.assert(
      fc.property(batches(30), (steps) => void follow(zoneFromLines('p.test', ''), steps, false)),
      { numRuns: 150 },
    )
  })

  it('is so in a zone so large that changes are laid over what was', () => {
    const fillers = Array.from({ length: 700 }, (_, i) => `f${i} A 10.0.${i >> 8}.${i & 255}`).join('\n')
    fc.assert(
      fc.property(batches(8), (steps) => void follow(zoneFromLines('p.test', fillers), steps, false)),
      { numRuns: 12 },
    )
  })
})

describe('what only the whole domain tells is left to compiling it', () => {
  const change = (more: Partial<ZoneChange>): ZoneChange => ({
    ...hardZone,
    records: hardZone.records.filter(({ host }) => host === '@'),
    from: 1,
    hosts: [],
    changedIds: [],
    ...more,
  })
  const zone = compileZone(hardZone)
  const at = (host: string): RecordSource[] => hardZone.records.filter((one) => one.host === host)
  const apex = at('@')

  it.each<[string, Partial<ZoneChange>]>([
    [
      'a DNAME that comes',
      {
        hosts: ['two'],
        records: [...apex, ...at('two'), { id: 9001, host: 'two', type: 'DNAME', line: 'default', value: 'x.test.', ttlSeconds: 60, weight: null }],
      },
    ],
    ['a DNAME that goes', { hosts: ['dnameout'], changedIds: [at('dnameout')[0]!.id!] }],
    ['a record of a changed name that neither is there nor was changed', { hosts: ['two'], records: [...apex, at('two')[0]!] }],
    ['a record of a name that did not change', { records: [...apex, ...at('two')] }],
    ['another name of the domain', { name: 'other.test' }],
  ])('%s', (_rule, more) => {
    expect(patchZone(zone, change(more))).toBeNull()
  })

  it('a change of nothing but serial and name servers is no such case', () => {
    const patched = patchZone(zone, change({ serial: 7, nameservers: [{ name: 'ns9.example', ttlSeconds: 60 }] }))
    expect(told(patched!)).toEqual(told(compileZone({ ...hardZone, serial: 7, nameservers: [{ name: 'ns9.example', ttlSeconds: 60 }] })))
  })

  it('a change of a large zone copies nothing of the names beside it', () => {
    const large = zoneFromLines('large.test', Array.from({ length: 400 }, (_, i) => `n${i} A 10.0.${i >> 8}.${i & 255}`).join('\n'))
    const before = compileZone(large)
    const { name, serial, soa, nameservers } = large
    const record = { ...large.records[0]!, value: '192.0.2.1' }
    const patched = patchZone(before, { name, serial, soa, nameservers, from: 1, hosts: ['n0'], changedIds: [record.id!], records: [record] })
    const arenaOf = (zone: CompiledZone, key: string): Buffer => zone.nodes.get(key)!.rrsets[0]!.fallback!.arena
    expect(arenaOf(patched!, '\x02n1')).toBe(arenaOf(before, '\x02n1'))
    expect(arenaOf(patched!, '\x02n0')).not.toBe(arenaOf(before, '\x02n0'))
  })
})
