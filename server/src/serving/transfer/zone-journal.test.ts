import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proofLength } from '../../../../tests/support/proof-length.ts'
import { plainContext } from '../answer/answer.ts'
import { defaultRules, identityOf, type AnsweringRules } from '../node/answering-rules.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { ServedZones } from '../node/served-zones.ts'
import type { RecordSource } from '../zone/zone-rows.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import { compileZone, type ZoneSource } from '../zone/zone.ts'
import { wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { IxfrClient, ixfrQuery, recordsOfMessages, serialOf } from './ixfr-client.testing.ts'
import { TransferClient, transferQuery } from './transfer-client.testing.ts'
import { TransferService } from './transfer-service.ts'
import { bytesOfDifference } from './zone-difference.ts'
import { defaultJournalLimits, ZoneJournal, type JournalLimits } from './zone-journal.ts'

const rulesWith = (redirectAddresses: readonly string[] = ['198.51.100.7']): AnsweringRules => ({
  ...defaultRules,
  redirectAddresses,
  transfers: [{ id: 1, networks: ['127.0.0.1'], key: null, domainIds: null }],
})

/** Zones that are given to whoever asks, without a socket. */
class Primary {
  readonly zones: ServedZones
  readonly #service: TransferService
  #identity = identityOf(rulesWith())

  constructor(journal: JournalLimits = defaultJournalLimits) {
    const table = new ZoneTable()
    this.#service = new TransferService({
      ...{ table, journal, catalogsPath: null, localAddress: () => null, clockMs: Date.now },
      tellCatalogs: async () => undefined,
      onFault: (fault) => {
        throw fault
      },
    })
    this.zones = new ServedZones(null, null, this.#service, table)
    this.use(rulesWith())
  }

  use(rules: AnsweringRules): void {
    this.#identity = identityOf(rules)
    this.#service.useRights(this.#identity.transfers, this.#identity.redirects, rules.redirectAddresses)
  }

  async apply(update: ZoneUpdate): Promise<string> {
    return (await this.zones.apply(update)).outcome
  }

  given(query: Buffer): string[] {
    const context = { ...plainContext(this.zones.table, 'tcp'), identity: this.#identity }
    const { transfer } = this.#service.transfers.begin(query, context)!
    const messages: Buffer[] = []
    for (let message = transfer.next(); message !== null; message = transfer.next()) messages.push(message)
    return recordsOfMessages(messages)
  }

  whole(name = 'j.test'): Set<string> {
    return new Set(this.given(transferQuery(name)))
  }
}

type Step = {
  readonly edits: readonly { readonly at: number; readonly record: Omit<RecordSource, 'id'> | null }[]
  readonly isWhole: boolean
  readonly redirect: number
}

const hosts = ['@', 'a', 'b.a', 'c.b.a', '*', '*.a', 'sub', 'ns.sub', 'd', 'x.d', 'bad..name']
const values: [string, string][] = [
  ['A', '192.0.2.1'],
  ['A', '192.0.2.2'],
  ['A', '192.0.2.3'],
  ['AAAA', '2001:db8::1'],
  ['CNAME', 'a.j.test.'],
  ['CNAME', 'b.a.j.test.'],
  ['NS', 'ns.sub.j.test.'],
  ['MX', '10 b.a.j.test.'],
  ['TXT', '"text"'],
  ['URL', '301 "https://www.example.com/"'],
  ['DNAME', 'a.j.test.'],
  ['ALIAS', 'elsewhere.test.'],
]
const record = fc
  .record({
    host: fc.constantFrom(...hosts),
    kind: fc.constantFrom(...values),
    line: fc.constantFrom('default', 'default', 'default', 'ct'),
    ttlSeconds: fc.constantFrom(60, 300),
    weight: fc.constantFrom(null, null, 0, 3, 7),
  })
  .map(({ kind: [type, value], ...rest }) => ({ ...rest, type, value }))
const step: fc.Arbitrary<Step> = fc.record({
  edits: fc.array(fc.record({ at: fc.nat(12), record: fc.option(record, { nil: null, freq: 4 }) }), { maxLength: 4 }),
  isWhole: fc.constantFrom(false, false, false, true),
  redirect: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
})

/** One domain as it is saved and told to nodes. */
class Saved {
  readonly #records = new Map<number, RecordSource & { readonly id: number }>()
  version = 1
  serial = 0xffff_fffa

  source(): ZoneSource {
    return zoneFromLines('j.test', '', { serial: this.serial >>> 0, records: [...this.#records.values()] })
  }

  whole(): ZoneUpdate {
    return wholeOf(this.source(), this.version)
  }

  change(edits: Step['edits']): ZoneUpdate {
    const touched = new Set<string>(['@'])
    const changedIds: number[] = []
    for (const { at, record: fresh } of edits) {
      const before = this.#records.get(at)
      if (before !== undefined) touched.add(before.host)
      if (fresh !== null) touched.add(fresh.host)
      if (fresh === null) this.#records.delete(at)
      else this.#records.set(at, { ...fresh, id: at })
      changedIds.push(at)
    }
    const from = this.version
    this.version += 1
    // Past the end of the numbers (RFC 1982) before long.
    this.serial = (this.serial + 1) >>> 0
    const { records, domainId, ...source } = this.source()
    const change = { ...source, from, hosts: [...touched], changedIds, records: records.filter(({ host }) => touched.has(host)) }
    return { domainId, name: 'j.test', serial: this.serial, version: this.version, source: null, change }
  }
}

describe('differences', () => {
  it('bring every server from what it had to what is given now, whatever happened between', async () => {
    const seen = { whole: 0, differences: 0, nothing: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), fc.array(fc.nat(7), { minLength: 1, maxLength: 12 }), async (steps, turns) => {
        const primary = new Primary()
        const saved = new Saved()
        await primary.apply(saved.whole())
        const clients = Array.from({ length: 3 }, () => new IxfrClient())
        for (const client of clients) client.take(primary.given(ixfrQuery('j.test', saved.serial - 9)))
        for (const [at, { edits, isWhole, redirect }] of steps.entries()) {
          const change = saved.change(edits)
          if (redirect > 0) primary.use(rulesWith([`198.51.100.${redirect}`]))
          // A change that cannot be laid over is given whole, as the control plane does.
          if (isWhole || (await primary.apply(change)) !== 'applied') expect(await primary.apply(saved.whole())).toBe('applied')
          // Each of them now and then, so that they follow several steps at a time.
          for (const [number, client] of clients.entries()) {
            if (((turns[at % turns.length]! >> number) & 1) === 0 && at < steps.length - 1) continue
            seen[client.take(primary.given(ixfrQuery('j.test', client.serial)))] += 1
            expect(client.records).toEqual(primary.whole())
          }
        }
      }),
      { numRuns: proofLength({ full: 20_000, part: 1_000 }) },
    )
    // Most are differences, and what is not known is given whole.
    expect(seen.differences).toBeGreaterThan(seen.whole)
    expect(seen.whole).toBeGreaterThan(0)
  }, 600_000)

  it('are not known of before the redirects had other addresses, nor to the state after that', async () => {
    const primary = new Primary()
    const saved = new Saved()
    await primary.apply(saved.whole())
    const edit = (at: number, type: string, value: string) => [{ at, record: { host: `h${at}`, type, line: 'default', value, ttlSeconds: 60, weight: null } }]
    await primary.apply(saved.change(edit(1, 'URL', '301 "https://www.example.com/"')))
    const client = new IxfrClient()
    client.take(primary.given(transferQuery('j.test')))
    primary.use(rulesWith(['198.51.100.99']))
    await primary.apply(saved.change(edit(2, 'A', '192.0.2.2')))
    expect(client.take(primary.given(ixfrQuery('j.test', client.serial)))).toBe('whole')
    await primary.apply(saved.change(edit(3, 'A', '192.0.2.3')))
    expect(client.take(primary.given(ixfrQuery('j.test', client.serial)))).toBe('differences')
    expect(client.records).toEqual(primary.whole())
  })

  it('are known again after a restart, as far as the node has kept the changes', async () => {
    const zonesFolder = mkdtempSync(join(tmpdir(), 'nameplane-journal-'))
    const nodeWithRules = async (): Promise<BuiltInNode> => {
      const node = new BuiltInNode({ host: '127.0.0.1', port: 0, zonesFolder })
      await node.load()
      await node.useRules(rulesWith())
      await node.start()
      return node
    }
    const given = async (node: BuiltInNode, query: Buffer): Promise<readonly string[]> => {
      const client = new TransferClient(node.port)
      client.send(query)
      const records = recordsOfMessages([(await client.next())!])
      client.socket.destroy()
      return records
    }
    const saved = new Saved()
    const client = new IxfrClient()
    const node = await nodeWithRules()
    await node.applyZones([saved.whole()])
    client.take(await given(node, transferQuery('j.test')))
    const record = { host: 'www', type: 'A', line: 'default', value: '192.0.2.1', ttlSeconds: 60, weight: null }
    for (const at of [1, 2, 3]) await node.applyZones([saved.change([{ at, record: { ...record, host: `h${at}` } }])])
    await node.end()
    const again = await nodeWithRules()
    expect(client.take(await given(again, ixfrQuery('j.test', client.serial)))).toBe('differences')
    expect([client.serial, client.records]).toEqual([saved.serial, new Set(await given(again, transferQuery('j.test')))])
    await again.end()
    rmSync(zonesFolder, { recursive: true })
  })

  it('go on over a change that touches no record of the default line', async () => {
    const primary = new Primary()
    const saved = new Saved()
    await primary.apply(saved.whole())
    const from = saved.serial
    await primary.apply(saved.change([{ at: 1, record: { host: 'www', type: 'A', line: 'ct', value: '192.0.2.1', ttlSeconds: 60, weight: null } }]))
    const given = primary.given(ixfrQuery('j.test', from))
    expect(given.map((line) => serialOf(line))).toEqual([saved.serial, from, saved.serial, saved.serial])
  })
})

describe('a journal', () => {
  const zoneOf = (name: string, serial: number, text = `www A 192.0.2.${serial}`) => compileZone(zoneFromLines(name, text, { serial }))
  const { redirects } = identityOf(defaultRules)
  const journalOf = (limits: Partial<JournalLimits> = {}) =>
    new ZoneJournal({ ...defaultJournalLimits, ...limits }, (fault) => {
      throw fault
    })
  async function followed(journal: ZoneJournal, name: string, from: number, to: number): Promise<void> {
    for (let serial = from; serial < to; serial += 1) await journal.replaced(zoneOf(name, serial), zoneOf(name, serial + 1), null, redirects)
  }

  it('keeps so many differences of a zone, and forgets the first ones', async () => {
    const journal = journalOf({ zoneDifferences: 3 })
    await followed(journal, 'a.test', 1, 6)
    expect([1, 2, 3, 4, 5].map((serial) => journal.since(zoneOf('a.test', 6), serial)?.length ?? null)).toEqual([null, null, 3, 2, 1])
  })

  it('keeps so many bytes of a zone and of all, and forgets the zones that changed longest ago', async () => {
    const journal = journalOf()
    await followed(journal, 'a.test', 1, 2)
    const bytes = bytesOfDifference(journal.since(zoneOf('a.test', 2), 1)![0]!)
    expect(journal.bytes).toBe(bytes)
    const small = journalOf({ zoneBytes: 2 * bytes, bytes: 3 * bytes })
    await followed(small, 'a.test', 1, 4)
    expect([1, 2].map((serial) => small.since(zoneOf('a.test', 4), serial)?.length ?? null)).toEqual([null, 2])
    await followed(small, 'b.test', 1, 3)
    expect([small.since(zoneOf('a.test', 4), 2), small.since(zoneOf('b.test', 3), 1)?.length, small.bytes]).toEqual([null, 2, 2 * bytes])
    small.forget(zoneOf('b.test', 3).key)
    expect(small.bytes).toBe(0)
  })

  it('keeps nothing that is longer than that, and nothing that it leads to', async () => {
    const journal = journalOf({ zoneBytes: 1_000 })
    await followed(journal, 'a.test', 1, 2)
    const long = zoneOf('a.test', 3, Array.from({ length: 100 }, (_, at) => `n${at} A 192.0.2.1`).join('\n'))
    await journal.replaced(zoneOf('a.test', 2), long, null, redirects)
    expect([journal.since(long, 1), journal.since(long, 2), journal.bytes]).toEqual([null, null, 0])
  })

  it('compares no more zones than may wait', async () => {
    const journal = journalOf({ waiting: 2 })
    const many = (serial: number) => zoneOf('a.test', serial, Array.from({ length: 40_000 }, (_, at) => `n${at} A 192.0.2.${serial}`).join('\n'))
    const [first, second] = [many(1), many(2)]
    const all = [
      journal.replaced(first, second, null, redirects),
      ...['b.test', 'c.test', 'd.test'].map((name) => journal.replaced(zoneOf(name, 1), zoneOf(name, 2), null, redirects)),
    ]
    await Promise.all(all)
    expect(['b.test', 'c.test', 'd.test'].map((name) => journal.since(zoneOf(name, 2), 1) !== null)).toEqual([true, true, false])
  })
})
