import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { record } from '@nameplane/contract/dns/record'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { startAddressResolver, type AddressResolver } from '../../../../tests/support/address-resolver.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { newNode } from '../../../../tests/support/nodes.ts'
import { dig, isDigThere } from '../../../../tests/support/dig.ts'
import { ask, valuesOf } from '../../../../tests/support/dns-client.ts'
import { adding, newTestDomain, type TestDomain } from '../../../../tests/support/records.ts'
import { setSetting } from '../../../../tests/support/settings.ts'
import { openPool } from '../../db/connection.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { readWantedZones } from '../publication/zone-source.ts'
import { startReconciler, type Reconciler } from '../publication/reconciler.ts'
import { followAliases, type AliasFollower } from './alias-follower.ts'
import { keptMs } from './alias-state.ts'

/* A node, the loop that keeps it, and what follows targets, as on a platform; the resolver is the test's. */

let app: TestApp
let pool: Pool
let node: BuiltInNode
let reconciler: Reconciler
let follower: AliasFollower
let resolver: AddressResolver
let zone: TestDomain
/** Of the one test: what others ask about is none of its business. */
let elsewhere: string

beforeAll(async () => {
  app = await createTestApp()
  const id = await newNode(app, 'alias')
  pool = openPool({ connectionString: app.connectionString })
  node = new BuiltInNode({ host: '127.0.0.1', port: 0 })
  await node.start()
  reconciler = startReconciler({ db: app.db, pool, nodeId: id, driver: node, log: () => {} })
  await reconciler.load()
})
afterAll(async () => {
  await reconciler?.stop()
  await node?.stop()
  await pool?.end()
  await app.close()
})
beforeEach(async () => {
  resolver = await startAddressResolver()
  await setSetting(app.db, nsCheck, { resolvers: resolver.address })
  follower = followAliases({ db: app.db, pool, log: () => {} })
  zone = await newTestDomain(app)
  elsewhere = `elsewhere-of-${zone.name}`
})
afterEach(async () => {
  await follower.stop()
  await resolver.stop()
})

const named = (host: string): string => (host === '@' ? zone.name : `${host}.${zone.name}`)
const answered = (host: string, type = 'A', subnet?: string): Promise<string[]> => valuesOf(node.port, named(host), type, subnet)

/** Waits until something holds. */
async function until<Value>(read: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await read()
    if (isSo(value)) return value
    await pause(10)
  }
}
const untilAnswered = (host: string, values: readonly string[], type = 'A'): Promise<string[]> =>
  until(
    () => answered(host, type),
    (found) => found.join() === values.join(),
  )
const targets = async () => (await app.call(record.list, { domainId: zone.id, limit: 100 })).data.aliasTargets
const untilTarget = (name: string, problem: string | null) =>
  until(targets, (list) => list.some((target) => target.name === name && target.askedAt !== null && target.problem === problem))

/** Lets the time pass until a target is to be asked about again. */
async function due(name: string): Promise<void> {
  const times = resolver.timesAsked(name.slice(0, -1))
  await sql`update alias_target set next_at = now() where name = ${name}`.execute(app.db)
  await sql`notify nameplane_publication`.execute(app.db)
  await until(
    async () => resolver.timesAsked(name.slice(0, -1)),
    (now) => now > times,
  )
}

describe('an ALIAS', () => {
  it('is answered with the addresses of its target, at the apex beside other records and at any host', async () => {
    resolver.say(`edge.${elsewhere}`, { A: ['192.0.2.2', '192.0.2.1'], AAAA: ['2001:db8::1'], ttlSeconds: 120 })
    await zone.add(`@ ALIAS Edge.${elsewhere}.`, '@ MX 10 mail.example.net.', '@ TXT "x"', `www ALIAS edge.${elsewhere}.`, `*.wild ALIAS edge.${elsewhere}.`)
    await untilAnswered('@', ['192.0.2.1', '192.0.2.2'])
    expect(await answered('@', 'AAAA')).toEqual(['2001:db8::1'])
    expect(await answered('www')).toEqual(['192.0.2.1', '192.0.2.2'])
    expect(await answered('any.wild', 'AAAA')).toEqual(['2001:db8::1'])
    expect([await answered('@', 'MX'), await answered('@', 'TXT')]).toEqual([['10 mail.example.net.'], ['"x"']])
    expect([(await answered('@', 'SOA')).length, (await answered('@', 'NS')).length > 0]).toEqual([1, true])
    const { answers } = await ask(node.port, named('@'), 'A')
    expect(answers.map(({ ttlSeconds }) => ttlSeconds)).toEqual([120, 120])
    // No answer holds the record itself.
    expect((await ask(node.port, named('@'), 'TYPE65401')).answers).toEqual([])
    expect(await targets()).toEqual([
      { name: `edge.${elsewhere}.`, ipv4: ['192.0.2.1', '192.0.2.2'], ipv6: ['2001:db8::1'], ttl: 120, askedAt: expect.any(String), problem: null },
    ])
    expect(resolver.timesAsked(`edge.${elsewhere}`)).toBe(1)
  })

  it.runIf(isDigThere)('is an address like any other to dig, and other addresses once the target has others', async () => {
    resolver.say(`edge.${elsewhere}`, { A: ['192.0.2.1'] })
    await zone.add(`@ ALIAS edge.${elsewhere}.`, `www ALIAS edge.${elsewhere}.`, 'mail A 198.51.100.1')
    await untilAnswered('www', ['192.0.2.1'])
    expect((await dig(node.port, named('@'), 'A'))?.values).toEqual(['192.0.2.1'])
    const serial = Number((await answered('@', 'SOA'))[0]!.split(' ')[2])
    resolver.say(`edge.${elsewhere}`, { A: ['192.0.2.3'], AAAA: ['2001:db8::3'] })
    await due(`edge.${elsewhere}.`)
    await untilAnswered('www', ['192.0.2.3'])
    expect((await dig(node.port, named('www'), 'AAAA'))?.values).toEqual(['2001:db8::3'])
    expect((await dig(node.port, named('@'), 'A'))?.values).toEqual(['192.0.2.3'])
    expect(Number((await answered('@', 'SOA'))[0]!.split(' ')[2])).toBeGreaterThan(serial)
    expect(await answered('mail')).toEqual(['198.51.100.1'])
  })

  it('is for its line alone', async () => {
    resolver.say(`edge.${elsewhere}`, { A: ['192.0.2.1'] })
    await zone.apply([adding(`@ ALIAS edge.${elsewhere}.`, { line: 'telecom' }), adding('@ A 198.51.100.1')])
    await untilTarget(`edge.${elsewhere}.`, null)
    expect(await answered('@')).toEqual(['198.51.100.1'])
    const [wanted] = await readWantedZones(app.db, [zone.id])
    expect(wanted?.source?.records.map(({ type, line, value }) => [type, line, value]).sort()).toEqual([
      ['A', 'default', '198.51.100.1'],
      ['A', 'telecom', '192.0.2.1'],
    ])
  })

  it('that is changed, paused or deleted is answered no longer', async () => {
    resolver.say(`edge.${elsewhere}`, { A: ['192.0.2.1'] })
    resolver.say(`other.${elsewhere}`, { A: ['192.0.2.7'] })
    const [id] = (await zone.add(`www ALIAS edge.${elsewhere}.`)) as [number]
    await untilAnswered('www', ['192.0.2.1'])
    const www = { host: 'www', type: 'ALIAS', value: `other.${elsewhere}.`, ttl: 600 }
    await zone.apply([{ op: 'update', id, record: www }])
    await untilAnswered('www', ['192.0.2.7'])
    await zone.apply([{ op: 'update', id, record: { ...www, status: 0 } }])
    await untilAnswered('www', [])
    await zone.apply([{ op: 'update', id, record: www }])
    await untilAnswered('www', ['192.0.2.7'])
    await zone.apply([{ op: 'delete', id }])
    await untilAnswered('www', [])
    expect((await ask(node.port, named('www'), 'A')).rcode).toBe(3)
    await sql`update alias_target set next_at = now()`.execute(app.db)
    await sql`notify nameplane_publication`.execute(app.db)
    await until(
      async () => (await sql`select from alias_target where name like ${`%.${elsewhere}.`}`.execute(app.db)).rows.length,
      (left) => left === 0,
    )
  })
})

describe('a target', () => {
  it('without addresses leaves a name that exists, also below a wildcard', async () => {
    resolver.say(`empty.${elsewhere}`, {})
    await zone.add(`www ALIAS empty.${elsewhere}.`, `gone ALIAS gone.${elsewhere}.`, '* A 198.51.100.9')
    await untilTarget(`empty.${elsewhere}.`, 'no_address')
    await untilTarget(`gone.${elsewhere}.`, 'no_such_name')
    const { rcode, answers } = await ask(node.port, named('www'), 'A')
    expect([rcode, answers]).toEqual([0, []])
    expect(await answered('gone')).toEqual([])
    expect(await answered('other')).toEqual(['198.51.100.9'])
  })

  it('that goes is answered with nothing; one that no resolver answers for stays, for a day', async () => {
    resolver.say(`edge.${elsewhere}`, { A: ['192.0.2.1'] })
    resolver.say(`left.${elsewhere}`, { A: ['192.0.2.2'] })
    await zone.add(`@ ALIAS edge.${elsewhere}.`, `www ALIAS left.${elsewhere}.`)
    await untilAnswered('@', ['192.0.2.1'])
    await untilAnswered('www', ['192.0.2.2'])
    resolver.say(`edge.${elsewhere}`, 'servfail')
    resolver.say(`left.${elsewhere}`, 'nxdomain')
    await due(`left.${elsewhere}.`)
    await untilAnswered('www', [])
    await due(`edge.${elsewhere}.`)
    await untilTarget(`edge.${elsewhere}.`, 'no_answer')
    expect(await answered('@')).toEqual(['192.0.2.1'])
    await sql`update alias_target set ipv4_answered_at = ipv4_answered_at - make_interval(secs => ${keptMs / 1000})`.execute(app.db)
    await due(`edge.${elsewhere}.`)
    await untilAnswered('@', [])
    resolver.say(`edge.${elsewhere}`, { A: ['192.0.2.5'] })
    await due(`edge.${elsewhere}.`)
    await untilAnswered('@', ['192.0.2.5'])
  })

  it('that says the same again changes no serial, and nothing that is asked leaves a trace in the log', async () => {
    resolver.say(`edge.${elsewhere}`, { A: ['192.0.2.1', '192.0.2.2'], ttlSeconds: 300 })
    await zone.add(`@ ALIAS edge.${elsewhere}.`)
    await untilAnswered('@', ['192.0.2.1', '192.0.2.2'])
    const entries = async (): Promise<number> => Number((await sql<{ n: string }>`select count(*) as n from audit_entry`.execute(app.db)).rows[0]!.n)
    const [serial, before] = [await answered('@', 'SOA'), await entries()]
    resolver.say(`edge.${elsewhere}`, { A: ['192.0.2.2', '192.0.2.1'], ttlSeconds: 40 })
    const askedAt = (await targets())[0]!.askedAt
    await due(`edge.${elsewhere}.`)
    await until(
      async () => (await targets())[0]!.askedAt,
      (at) => at !== askedAt,
    )
    expect(await answered('@', 'SOA')).toEqual(serial)
    expect(await entries()).toBe(before)
  })

  it('is asked about once, however many records and domains point to it', async () => {
    resolver.say(`shared.${elsewhere}`, { A: ['192.0.2.1'], ttlSeconds: 3600 })
    const other = await newTestDomain(app)
    await zone.add(`a ALIAS shared.${elsewhere}.`, `b ALIAS SHARED.${elsewhere}.`)
    await other.add(`c ALIAS shared.${elsewhere}.`)
    await untilAnswered('b', ['192.0.2.1'])
    await until(
      () => valuesOf(node.port, `c.${other.name}`, 'A'),
      (found) => found.length === 1,
    )
    expect(resolver.timesAsked(`shared.${elsewhere}`)).toBe(1)
  })
})
