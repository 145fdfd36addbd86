import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { primary, type Primary } from '@nameplane/contract/dns/domain-primary'
import { record } from '@nameplane/contract/dns/record'
import { secondary } from '@nameplane/contract/dns/secondary'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newNode } from '../../../../../tests/support/nodes.ts'
import { freePort } from '../../../../../tests/support/free-port.ts'
import { findProgram } from '../../../../../tests/support/programs.ts'
import { dig, isDigThere } from '../../../../../tests/support/dig.ts'
import { findKnot } from '../../../../../tests/support/knot.ts'
import { startPrimary, type PrimaryServer } from '../../../../../tests/support/primaries.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { openPool } from '../../../db/connection.ts'
import { allowLoopback } from '../../../integrations/http/loopback.testing.ts'
import { BuiltInNode } from '../../../serving/node/built-in-node.ts'
import { startReconciler, type Reconciler } from '../../../serving/publication/reconciler.ts'
import { followAllPrimaries, type PrimaryFollower } from './primary-follower.ts'
import { noteNotified } from './primary.store.ts'

/* Other name servers as primaries, a node, the loop that keeps it, and what follows the primaries, as on a platform. */

const programs = { BIND: findProgram('named'), Knot: findKnot() }
if (process.env.CI !== undefined && (programs.BIND === null || programs.Knot === null || !isDigThere))
  throw new Error('named, knotd and dig are needed in CI: install the packages bind9, knot and bind9-dnsutils')

const key = { name: 'primary-key', algorithm: 'hmac-sha256', secret: Buffer.from('a secret that both of them know').toString('base64') }
const dayMs = 86_400_000

let app: TestApp
let pool: Pool
let node: BuiltInNode
let reconciler: Reconciler
let follower: PrimaryFollower
let restore: () => void
/** What the clock of the follower is ahead. */
let aheadMs = 0

const startFollower = (): PrimaryFollower => followAllPrimaries({ db: app.db, pool, log: () => {}, now: () => new Date(Date.now() + aheadMs) })

beforeAll(async () => {
  app = await createTestApp()
  restore = allowLoopback()
  const id = await newNode(app, 'primary')
  pool = openPool({ connectionString: app.connectionString })
  node = new BuiltInNode({ host: '127.0.0.1', port: 0, threads: 2 })
  node.onNotified((zones) => void noteNotified(app.db, zones))
  await node.start()
  reconciler = startReconciler({ db: app.db, pool, nodeId: id, driver: node, log: () => {} })
  await reconciler.load()
  follower = startFollower()
  await app.call(secondary.save, { name: 'tests', networks: ['127.0.0.1'], scope: 'all' })
})
afterAll(async () => {
  await follower?.stop()
  await reconciler?.stop()
  await node?.end()
  await pool?.end()
  restore?.()
  await app.close()
})

const filler = (count: number): string => Array.from({ length: count }, (_, at) => `n${at} IN A 10.2.${at >> 8}.${at & 255}`).join('\n')

/** A zone of many types; `more` is what changes. */
const zoneText = (name: string, serial: number, more = '', expire = 1_209_600): string => `$ORIGIN ${name}.
$TTL 600
@ 1800 IN SOA ns1.Primary.example. host\\.master.${name}. ${serial} 7200 900 ${expire} 60
@ 7200 IN NS ns1.primary.example.
@ 7200 IN NS ns2
ns2 IN A 192.0.2.53
@ IN MX 10 mail
@ IN TXT "v=spf1 mx -all" "and more"
@ IN CAA 0 issue "ca.example"
mail IN A 192.0.2.25
mail IN AAAA 2001:db8::25
www 60 IN CNAME Web.Elsewhere.example.
*.any IN A 192.0.2.99
_sip._tcp IN SRV 1 5 5060 mail
@ IN HTTPS 1 . alpn="h2,h3" ipv4hint=192.0.2.1
key IN SSHFP 4 2 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
odd\\032name IN TXT "a space"
\\$generate IN TXT "a name"
sub IN NS ns.sub
sub IN DS 60485 13 2 d4b7d520e7bb5f0f67674a0cceb1e3e0614b93c4f9e99b8383f6a1e4469da50a
ns.sub IN A 192.0.2.54
private IN TYPE65280 \\# 3 abcdef
${more}
`

const read = async (domainId: number): Promise<Primary> => (await app.call(primary.detail, { domainId })).data!

async function until<Value>(ask: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await ask()
    if (isSo(value)) return value
    await pause(20)
  }
}
const untilServed = (name: string, serial: number): Promise<unknown> =>
  until(
    async () => (await dig(node.port, name, 'SOA').catch(() => null))?.values[0] ?? '',
    (soa) => soa.includes(` ${serial} `),
  )

/** A zone as a transfer gives it, in the canonical form that names and values have in common. */
async function zoneAt(port: number, name: string, words: readonly string[] = []): Promise<string[]> {
  const asked = await dig(port, ...words, '+onesoa', '+nocomments', '+nostats', '+nottlunits', '+nosplit', name, 'AXFR')
  const lines = (asked?.text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith(';') && !/\sTSIG\s/.test(line))
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').toLowerCase()).toSorted()
}
const signed = ['-y', `${key.algorithm}:${key.name}:${key.secret}`]

describe.each(Object.entries(programs) as ['BIND' | 'Knot', string | null][])('from %s', (server, program) => {
  const servers: PrimaryServer[] = []
  afterEach(async () => {
    aheadMs = 0
    for (const one of servers.splice(0)) await one.stop()
  })
  let count = 0

  async function started(name: string, text: string, options: { port?: number } = {}): Promise<PrimaryServer> {
    const one = await startPrimary(server, program!, { zone: name, text, key, notifyPort: node.port, ...options })
    servers.push(one)
    return one
  }
  const keyed = { keyName: key.name, algorithm: 'hmac-sha256', secret: key.secret } as const

  async function transferred(text: (name: string) => string): Promise<{ name: string; id: number; there: PrimaryServer }> {
    const name = `${server.toLowerCase()}${(count += 1)}.example`
    const there = await started(name, text(name))
    const { id } = (await app.call(domain.save, { domain: name })).data
    await app.call(primary.update, { domainId: id, addresses: ['127.0.0.1'], port: there.port, ...keyed })
    await until(
      () => read(id),
      ({ state }) => state === 'current',
    )
    return { name, id, there }
  }

  it.skipIf(program === null)('what is served is what the primary has, and follows its NOTIFY', async () => {
    const { name, id, there } = await transferred((zone) => zoneText(zone, 2026010101, filler(3_000)))
    await untilServed(name, 2026010101)
    const theirs = await zoneAt(there.port, name, signed)
    expect(theirs.length).toBeGreaterThan(3_018)
    expect(await zoneAt(node.port, name)).toEqual(theirs)
    // Told by NOTIFY alone: the zone is refreshed every two hours. A small change, a large one, and one of the serial only.
    for (const [serial, more] of [
      [2026010102, `${filler(3_000)}\nnew IN A 192.0.2.7`],
      [2026010103, filler(50)],
      [2026010104, filler(50)],
    ] as const) {
      await there.change(zoneText(name, serial, more))
      await untilServed(name, serial)
      expect(await zoneAt(node.port, name)).toEqual(await zoneAt(there.port, name, signed))
    }
    expect(await read(id)).toMatchObject({ serial: 2026010104, serialThere: 2026010104, problem: null, notifyTime: expect.any(String) })
    const { list } = (await app.call(record.list, { domainId: id, host: 'mail', limit: 10 })).data
    expect(list.map(({ type, value, line }) => `${type} ${value} ${line}`)).toEqual(['A 192.0.2.25 default', 'AAAA 2001:db8::25 default'])
    const entries = await app.db
      .selectFrom('audit_entry')
      .select(['action', 'after'])
      .where('target_id', '=', id)
      .where('action', '=', 'record.transfer')
      .execute()
    expect(entries.length).toBeGreaterThanOrEqual(4)
    // SOA and NS of the editor are those that are answered.
    const { locked } = (await app.call(record.list, { domainId: id })).data
    expect(locked.map(({ type, value }) => `${type} ${value}`.toLowerCase())).toEqual([
      `soa ns1.primary.example. host\\.master.${name}. 2026010104 7200 900 1209600 60`,
      'ns ns1.primary.example.',
      `ns ns2.${name}.`,
    ])
  })

  it.skipIf(program === null)('a wrong key is said, and a right one heals it', async () => {
    const { name, id, there } = await transferred((zone) => zoneText(zone, 1))
    const secret = Buffer.from('another secret of enough bytes').toString('base64')
    await app.call(primary.update, { domainId: id, addresses: ['127.0.0.1'], port: there.port, ...keyed, secret })
    const failing = await until(
      () => read(id),
      ({ problem }) => problem !== null,
    )
    expect(failing).toMatchObject({ state: 'failing', problem: 'transfer_key_refused', problemCode: 'BADSIG', serial: 1 })
    // It is served as it was.
    expect((await dig(node.port, `mail.${name}`, 'A'))?.values).toEqual(['192.0.2.25'])
    await app.call(primary.update, { domainId: id, addresses: ['127.0.0.1'], port: there.port, ...keyed })
    await until(
      () => read(id),
      ({ state, problem }) => state === 'current' && problem === null,
    )
    // Without a secret the one that is stored stays.
    await app.call(primary.update, { domainId: id, addresses: ['10.255.0.9', '127.0.0.1'], port: there.port, keyName: key.name, algorithm: 'hmac-sha256' })
    expect((await read(id)).addresses).toEqual(['10.255.0.9', '127.0.0.1'])
  })

  it.skipIf(program === null)('a zone that no primary gives expires, and is back with it', async () => {
    const { name, id, there } = await transferred((zone) => zoneText(zone, 5, '', 604_800))
    await untilServed(name, 5)
    await there.stop()
    aheadMs = dayMs
    await app.call(primary.transfer, { domainId: id })
    await until(
      () => read(id),
      ({ state }) => state === 'failing',
    )
    expect((await dig(node.port, `mail.${name}`, 'A'))?.values).toEqual(['192.0.2.25'])
    aheadMs = 8 * dayMs
    await app.call(primary.transfer, { domainId: id })
    await until(
      () => read(id),
      ({ state }) => state === 'expired',
    )
    await until(
      async () => (await dig(node.port, `mail.${name}`, 'A'))?.status,
      (status) => status === 'SERVFAIL',
    )
    expect((await dig(node.port, name, 'SOA'))?.status).toBe('SERVFAIL')
    expect(await zoneAt(node.port, name)).toEqual([])
    const { data } = await app.call(domain.detail, { id })
    expect(data.primaryState).toBe('expired')
    // A node that starts anew has it expired too.
    const again = new BuiltInNode({ host: '127.0.0.1', port: 0 })
    await again.start()
    const nodeId = await newNode(app, `again ${name}`)
    const other = startReconciler({ db: app.db, pool, nodeId, driver: again, log: () => {} })
    await other.load()
    expect((await dig(again.port, `mail.${name}`, 'A'))?.status).toBe('SERVFAIL')
    await started(name, zoneText(name, 5, '', 604_800), { port: there.port })
    await app.call(primary.transfer, { domainId: id })
    for (const { port } of [node, again]) {
      await until(
        async () => (await dig(port, `mail.${name}`, 'A'))?.values.join(),
        (values) => values === '192.0.2.25',
      )
    }
    await other.stop()
    await again.end()
  })

  it.skipIf(program === null)('its records are changed by nobody else until it is taken over', async () => {
    const { name, id } = await transferred((zone) => zoneText(zone, 9))
    const refused = { problem: 'domain_transferred', params: { name } }
    expect(
      await refusalOf(app.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'more', type: 'A', value: '192.0.2.1', ttl: 600 } }] })),
    ).toMatchObject(refused)
    expect(await refusalOf(app.call(record.import, { domainId: id, format: 'bind', text: 'more 600 IN A 192.0.2.1', mode: 'add' }))).toMatchObject(refused)
    await app.call(domain.status, { ids: [id], status: 0 })
    await until(
      async () => (await dig(node.port, `mail.${name}`, 'A'))?.status,
      (status) => status === 'REFUSED',
    )
    await app.call(domain.status, { ids: [id], status: 1 })
    await untilServed(name, 9)
    await app.call(primary.delete, { domainId: id })
    expect((await app.call(primary.detail, { domainId: id })).data).toBeNull()
    await app.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'more', type: 'A', value: '192.0.2.1', ttl: 600 } }] })
    await until(
      async () => (await dig(node.port, `more.${name}`, 'A'))?.values.join(),
      (values) => values === '192.0.2.1',
    )
    // Records are kept, SOA and NS are those of the service group.
    expect((await dig(node.port, `mail.${name}`, 'A'))?.values).toEqual(['192.0.2.25'])
    expect((await dig(node.port, name, 'NS'))?.values.join()).not.toContain('primary.example')
  })

  it.skipIf(program === null)('what is due is done by who starts next', async () => {
    await follower.stop()
    const name = `${server.toLowerCase()}-later.example`
    const there = await started(name, zoneText(name, 3))
    const { id } = (await app.call(domain.save, { domain: name })).data
    await app.call(primary.update, { domainId: id, addresses: ['127.0.0.1'], port: there.port, ...keyed })
    expect(await read(id)).toMatchObject({ state: 'waiting', serial: null })
    follower = startFollower()
    await untilServed(name, 3)
  })
})

describe('a NOTIFY', () => {
  it('of strangers is refused, and becomes no work', async () => {
    const name = 'strangers.example'
    const { id } = (await app.call(domain.save, { domain: name })).data
    await app.call(primary.update, { domainId: id, addresses: ['10.255.0.9'], port: await freePort() })
    await until(
      () => read(id),
      ({ problem }) => problem !== null,
    )
    const before = await read(id)
    const notify = async (zone: string) => dig(node.port, '+opcode=notify', '+norec', zone, 'SOA')
    for (const zone of [name, `www.${name}`, 'unknown.example']) expect((await notify(zone))?.status).toBe('NOTAUTH')
    await pause(300)
    expect(await read(id)).toEqual(before)
    // From its primary it is taken, signed or not.
    await app.call(primary.update, { domainId: id, addresses: ['127.0.0.1'], port: await freePort() })
    await until(
      async () => (await notify(name))?.status,
      (status) => status === 'NOERROR',
    )
    await until(
      () => read(id),
      ({ notifyTime }) => notifyTime !== null,
    )
  })
})
