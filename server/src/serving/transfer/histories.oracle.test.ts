import { availableParallelism } from 'node:os'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../tests/support/free-port.ts'
import { isSecondaryThere, startSecondary, type SecondaryServer } from '../../../../tests/support/secondaries.ts'
import { proofLength } from '../../../../tests/support/proof-length.ts'
import { defaultRules } from '../node/answering-rules.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { probeSoa } from '../node/soa-probe.ts'
import type { RecordSource } from '../zone/zone-rows.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import type { ZoneSource } from '../zone/zone.ts'
import { wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { recordsOfMessages } from './ixfr-client.testing.ts'
import { plainKey, testKey, TransferClient, transferQuery } from './transfer-client.testing.ts'

/*
 * Zones with histories of their own, each change of which Knot takes as a difference (IXFR) and lays over what it had by its own rules:
 * what it then has is what it would be given whole (AXFR).
 */
const isKnotThere = isSecondaryThere('Knot')

const histories = proofLength({ full: 1_000, part: 100 })
const steps = 5
const key = plainKey(testKey())
/** Of whoever asks for all of a zone, so that what Knot was given is told apart from it. */
const other = testKey('other.key')

type Content = readonly Omit<RecordSource, 'id' | 'host'>[]
type Step = readonly { readonly host: string; readonly content: Content }[]

/** What may stand at a name together. */
const several = fc
  .tuple(
    fc.constantFrom(60, 300, 7_200),
    fc.uniqueArray(
      fc.constantFrom<readonly [type: string, value: string]>(
        ...Array.from({ length: 6 }, (_, at) => ['A', `192.0.2.${at}`] as const),
        ['AAAA', '2001:db8::1'],
        ['AAAA', '2001:db8::ffff'],
        ['MX', '10 mail.elsewhere.example.'],
        ['MX', '20 b.a.h.test.'],
        ['TXT', '"text"'],
        ['TXT', '"two" "strings; \\"quoted\\" \\200"'],
        ['SRV', '0 5 5060 a.h.test.'],
        ['CAA', '0 issue "ca.example.net"'],
        ['TYPE65280', '\\# 4 0A000001'],
        ['HTTPS', '1 . alpn="h2,h3"'],
      ),
      { maxLength: 6 },
    ),
    fc.constantFrom('default', 'default', 'default', 'ct'),
    fc.constantFrom(null, null, 3),
  )
  .map(([ttlSeconds, kinds, line, weight]): Content => kinds.map(([type, value]) => ({ type, value, line, ttlSeconds, weight: type === 'A' ? weight : null })))
const alone = (type: string, value: string) =>
  fc.constantFrom(60, 300).map((ttlSeconds): Content => [{ type, value, line: 'default', ttlSeconds, weight: null }])
const nothing = fc.constant<Content>([])
const aliased = fc.oneof(alone('CNAME', 'a.h.test.'), alone('CNAME', 'b.a.h.test.'), alone('CNAME', 'www.elsewhere.example.'))
const edit = fc.oneof(
  ...['@', 'ns1'].map((host) => several.map((content) => ({ host, content }))),
  ...['a', 'b.a', 'c.b.a', '*', '*.a', 'www', 'xn--fsqu00a', '_sip._tcp'].map((host) =>
    fc.oneof({ weight: 4, arbitrary: several }, { weight: 1, arbitrary: aliased }, { weight: 1, arbitrary: nothing }).map((content) => ({ host, content })),
  ),
  fc.oneof(alone('NS', 'ns.sub.h.test.'), nothing).map((content) => ({ host: 'sub', content })),
  fc.oneof(several, nothing).map((content) => ({ host: 'ns.sub', content })),
  fc.oneof(alone('DNAME', 'elsewhere.example.'), nothing).map((content) => ({ host: 'moved', content })),
)
const oneStep = fc.uniqueArray(edit, { minLength: 1, maxLength: 5, selector: ({ host }) => host })
const history = fc.array(oneStep, { minLength: steps, maxLength: steps })

/** A domain as it is saved, and told to a node change by change. */
class Saved {
  readonly name: string
  readonly #domainId: number
  readonly #records = new Map<string, RecordSource[]>()
  #lastId = 0
  #version = 1
  // Past the end of the numbers (RFC 1982) before long.
  serial = 0xffff_fffd

  constructor(number: number) {
    this.name = `h${number}.test`
    this.#domainId = number + 1
  }

  #source(): ZoneSource {
    const { serial } = this
    const soa = { mname: 'ns1.elsewhere.example', rname: `hostmaster.${this.name}`, refresh: 3600, retry: 600, expire: 86_400, minimum: 120, ttlSeconds: 600 }
    return { ...zoneFromLines(this.name, '', { serial, domainId: this.#domainId, records: [...this.#records.values()].flat() }), soa }
  }

  whole(): ZoneUpdate {
    return wholeOf(this.#source(), this.#version)
  }

  change(step: Step): ZoneUpdate {
    const changedIds: number[] = []
    for (const { host, content } of step) {
      const before = this.#records.get(host) ?? []
      const after = content.map((one) => ({ ...one, value: one.value.replaceAll('h.test.', `${this.name}.`), host, id: (this.#lastId += 1) }))
      this.#records.set(host, after)
      changedIds.push(...[...before, ...after].map(({ id }) => id!))
    }
    const from = this.#version
    this.#version += 1
    this.serial = (this.serial + 1) >>> 0
    const { records: _all, domainId, ...apex } = this.#source()
    const hosts = step.map(({ host }) => host)
    const change = { ...apex, from, hosts, changedIds, records: hosts.flatMap((host) => this.#records.get(host) ?? []) }
    return { domainId, name: this.name, serial: this.serial, version: this.#version, source: null, change }
  }
}

/** All records of a zone, each as a line, in order. */
async function wholeZone(port: number, name: string, isSigned: boolean): Promise<string[]> {
  const client = new TransferClient(port)
  client.send(transferQuery(name, isSigned ? { key: other } : {}))
  const records: string[] = []
  while (records.length < 2 || records.at(-1) !== records[0]) {
    const message = await client.next()
    if (message === null) throw new Error(`the transfer of ${name} ended early: ${records.join(', ')}`)
    records.push(...recordsOfMessages([message]))
  }
  client.socket.destroy()
  return records.slice(1).toSorted()
}

const serialAt = async (port: number, name: string) => (await probeSoa(name, '127.0.0.1', port).catch(() => null))?.serial

describe.skipIf(!isKnotThere)('random histories (need knotd)', () => {
  const node = new BuiltInNode({ host: '127.0.0.1', port: 0, threads: Math.min(2, availableParallelism()) })
  let secondary: SecondaryServer | undefined
  afterAll(async () => {
    await secondary?.stop()
    await node.end()
  })

  it(`of ${histories} zones arrive at Knot as differences, and leave it with what it would be given whole`, { timeout: 600_000 }, async () => {
    const port = await freePort()
    const transfers = [
      { id: 1, networks: ['127.0.0.1'], key, domainIds: null, notify: { addresses: ['127.0.0.1'], port }, catalog: '' },
      { id: 2, networks: ['127.0.0.1'], key: plainKey(other, 'other.key'), domainIds: null },
    ]
    await node.useRules({ ...defaultRules, transfers })
    const zones = Array.from({ length: histories }, (_, number) => new Saved(number))
    await node.applyZones(zones.map((zone) => zone.whole()))
    await node.complete()
    const [first, ...besides] = zones.map(({ name }) => name)
    secondary = startSecondary('Knot', { zone: first!, besides, primaryPort: node.port, key, port })
    for (const { name } of zones) while ((await serialAt(port, name)) === undefined) await new Promise((settle) => setTimeout(settle, 20))

    const written = fc.sample(history, { numRuns: histories, seed: 1995 })
    let records = 0
    for (let step = 0; step < steps; step += 1) {
      const applied = await node.applyZones(zones.map((zone, number) => zone.change(written[number]![step]!)))
      // A change that cannot be laid over is given whole, as the control plane does.
      const whole = await node.applyZones(zones.filter((_, number) => applied[number]!.outcome !== 'applied').map((zone) => zone.whole()))
      expect(whole.filter(({ outcome }) => outcome !== 'applied')).toEqual([])
      for (const { name, serial } of zones) {
        while ((await serialAt(port, name)) !== serial) await new Promise((settle) => setTimeout(settle, 20))
        const [theirs, ours] = [await wholeZone(port, name, false), await wholeZone(node.port, name, true)]
        expect(theirs, name).toEqual(ours)
        records += ours.length
      }
      const { states } = await node.transferStates({ id: 1, search: '', from: 0, limit: histories })
      // Knot asks for a whole zone where a difference does not fit what it has.
      expect(Object.groupBy(states, ({ transferred }) => transferred?.kind ?? 'none')['differences']).toHaveLength(histories)
    }
    expect(records).toBeGreaterThan(histories * steps * 10)
  })
})
