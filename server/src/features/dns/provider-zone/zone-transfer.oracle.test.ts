import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { providerZone } from '@nameplane/contract/dns/provider-zone'
import { record } from '@nameplane/contract/dns/record'
import { limits } from '@nameplane/contract/limits'
import { sql } from 'kysely'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { tokenOfType } from '../../../../../tests/support/app-accounts.ts'
import { freePort } from '../../../../../tests/support/free-port.ts'
import { findProgram } from '../../../../../tests/support/programs.ts'
import { findKnot } from '../../../../../tests/support/knot.ts'
import { startPrimary, type PrimaryServer } from '../../../../../tests/support/primaries.ts'
import { allowLoopback } from '../../../integrations/http/loopback.testing.ts'

const programs = { BIND: findProgram('named'), Knot: findKnot() }
if (process.env.CI !== undefined && (programs.BIND === null || programs.Knot === null))
  throw new Error('named and knotd are needed in CI: install the packages bind9 and knot')

const zone = 'transferred.example'
const key = { name: 'import-key', algorithm: 'hmac-sha256', secret: Buffer.from('a secret that BIND and Knot share').toString('base64') }
const many = Array.from({ length: 12_000 }, (_, at) => `n${at} 300 IN A 10.1.${at >> 8}.${at & 255}`).join('\n')

const zoneText = (name: string): string => `$ORIGIN ${name}.
$TTL 600
@ IN SOA ns1.elsewhere.example. hostmaster.${name}. 2026010101 3600 900 1209600 300
@ IN NS ns1.elsewhere.example.
@ 120 IN MX 10 mail
mail IN A 192.0.2.25
www IN A 192.0.2.1
www IN A 192.0.2.2
www IN AAAA 2001:db8::1
*.wild IN CNAME www
txt IN TXT "with ; \\"signs\\"" "and more"
\\$include IN TXT "no directive"
_sip._tcp IN SRV 1 5 5060 mail
@ IN CAA 0 issue "ca.example"
sub IN NS ns.sub
ns.sub IN A 192.0.2.53
`

let platform: TestApp
let restore: () => void
beforeAll(async () => {
  platform = await createTestApp()
  restore = allowLoopback()
})
afterAll(async () => {
  restore()
  await platform.close()
})

type Sent = Record<string, unknown>
let count = 0
const addDomain = async (name: string): Promise<number> => (await platform.call(domain.save, { domain: name })).data.id
const token = async (): Promise<string> => tokenOfType(platform, 1)
const read = async (sent: Sent, as?: string) => (await platform.call(providerZone.transfer, sent as never, as ?? (await token()))).data

describe.each(Object.entries(programs) as ['BIND' | 'Knot', string | null][])('from %s', (server, program) => {
  let primary: PrimaryServer
  let domainId: number
  let name: string

  beforeAll(async () => {
    name = `${server.toLowerCase()}.${zone}`
    if (program !== null) primary = await startPrimary(server, program, { zone: name, text: zoneText(name) + many, key })
    domainId = await addDomain(name)
  })
  afterAll(() => primary?.stop())

  const there = (change: Sent = {}): Sent => ({
    ...{ domainId, address: '127.0.0.1', port: primary.port, keyName: key.name, algorithm: key.algorithm, secret: key.secret },
    ...change,
  })

  test.skipIf(program === null)('a zone of many messages is read with a key, judged and saved by the import', async () => {
    const { text, records, notes } = await read(there())
    expect({ records, notes }).toEqual({ records: 12_014, notes: [] })
    const sent = { domainId, format: 'bind', text, mode: 'replace', skipRefused: true } as const
    const preview = (await platform.call(record.import, { ...sent, dryRun: true })).data
    // A name that begins like a directive is a name, which the platform does not have.
    expect(preview.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['bad_character'])
    expect(preview.added).toBe(12_011)
    await platform.call(record.import, { ...sent, acknowledged: [...new Set(preview.findings.map(({ code }) => code))] })
    const saved = (await platform.call(record.list, { domainId, limit: 100, search: 'w' })).data.list
    expect(saved.map(({ host, type, value, ttl }) => `${host} ${type} ${value} ${ttl}`)).toEqual(
      expect.arrayContaining(['www A 192.0.2.1 600', 'www AAAA 2001:db8::1 600', `*.wild CNAME www.${name}. 600`]),
    )
    const again = (await platform.call(record.import, { ...sent, dryRun: true })).data
    expect([again.added, again.updated, again.deleted]).toEqual([0, 0, 0])
  })

  test.skipIf(program === null)('its names become names of another domain', async () => {
    const other = await addDomain(`other-${server.toLowerCase()}.example`)
    const { text } = await read(there({ domainId: other, zone: name }))
    expect(text).toContain(`www.other-${server.toLowerCase()}.example.\t600\tIN\tA\t192.0.2.1\n`)
    expect(text).toContain(`\\$include.other-${server.toLowerCase()}.example.\t600\tIN\tTXT`)
  })

  test.skipIf(program === null)('a wrong key, none, and a zone that it does not have are told apart at their fields', async () => {
    const wrong = Buffer.from('another secret of enough bytes').toString('base64')
    const refusal = await refusalOf(read(there({ secret: wrong })))
    expect(refusal).toMatchObject({ problem: 'transfer_key_refused', fields: { secret: 'transfer_key_refused' }, params: { code: 'BADSIG' } })
    expect(JSON.stringify(refusal)).not.toContain(wrong)
    expect(await refusalOf(read(there({ keyName: 'unknown-key' })))).toMatchObject({ problem: 'transfer_key_refused', params: { code: 'BADKEY' } })
    expect((await refusalOf(read(there({ keyName: '', secret: '' })))).problem).toMatch(/^transfer_(refused|zone_missing)$/)
    expect(await refusalOf(read(there({ zone: 'elsewhere.example' })))).toMatchObject({ fields: { zone: 'transfer_zone_missing' } })
  })
})

describe('from one that is none', () => {
  const servers: Server[] = []
  afterAll(() => servers.forEach((server) => server.close()))

  /** A server that says this to whoever connects, then nothing more. */
  async function startTalker(words: (query: Buffer) => Buffer | null): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (query: Buffer) => {
        const reply = words(query.subarray(2))
        if (reply !== null) socket.write(reply)
        socket.end()
      })
    })
    servers.push(server)
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
    return (server.address() as { port: number }).port
  }

  async function fresh(): Promise<{ domainId: number; name: string }> {
    const name = `none${(count += 1)}.example`
    return { domainId: await addDomain(name), name }
  }

  test('a closed port, silence, other bytes and addresses on the inside are refused', async () => {
    const { domainId } = await fresh()
    const as = await token()
    const refused = (change: Sent) => refusalOf(read({ domainId, address: '127.0.0.1', ...change }, as))
    expect(await refused({ port: await freePort() })).toMatchObject({ fields: { address: 'transfer_unreachable' }, params: { code: 'ECONNREFUSED' } })
    expect(await refused({ port: await startTalker(() => null) })).toMatchObject({ problem: 'transfer_unreachable', params: { code: 'closed' } })
    expect(await refused({ port: await startTalker(() => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(3000))) })).toMatchObject({
      problem: 'transfer_unreadable',
    })
    for (const address of ['10.0.0.1', '::1', '169.254.169.254'])
      expect(await refused({ address, port: 53 })).toMatchObject({ fields: { address: 'transfer_address_refused' } })
  })

  test('a zone that does not end is not taken, nor one without an end of its own', async () => {
    const { domainId, name } = await fresh()
    const framed = (message: Buffer): Buffer => Buffer.concat([Buffer.of(message.length >> 8, message.length & 255), message])
    const soa = (serial: number): Buffer => {
      const body = Buffer.alloc(34)
      body.writeUInt16BE(0xc00c, 0)
      body.writeUInt16BE(6, 2)
      body.writeUInt16BE(1, 4)
      body.writeUInt16BE(22, 10)
      body.writeUInt32BE(serial, 14)
      return body
    }
    const reply = (query: Buffer, records: readonly Buffer[]): Buffer => {
      const message = Buffer.concat([query, ...records])
      message[2] = 0x84
      message.writeUInt16BE(records.length, 6)
      return framed(message)
    }
    const as = await token()
    const refused = async (records: readonly Buffer[]) =>
      refusalOf(read({ domainId, address: '127.0.0.1', port: await startTalker((query) => reply(query, records)) }, as))
    expect(await refused([soa(1)]), name).toMatchObject({ problem: 'transfer_unreachable', params: { code: 'closed' } })
    expect(await refused([soa(1), soa(2)])).toMatchObject({ problem: 'transfer_unreadable', params: { code: 'other-soa' } })
    expect(await refused([soa(1), soa(1), soa(1)])).toMatchObject({ problem: 'transfer_unreadable', params: { code: 'other-soa' } })
    expect(await refused([])).toMatchObject({ problem: 'transfer_unreadable', params: { code: 'empty-message' } })
  })

  test('a key needs its secret, and an account asks so often a minute', async () => {
    const { domainId } = await fresh()
    expect(await refusalOf(read({ domainId, address: '192.0.2.1', keyName: 'a.key' }))).toMatchObject({ fields: { secret: 'required' } })
    expect(await refusalOf(read({ domainId, address: 'no host' }))).toMatchObject({ fields: { address: 'transfer_address_invalid' } })
    const one = await token()
    const sent = { domainId, address: '127.0.0.1', port: await freePort(), keyName: key.name, secret: key.secret }
    for (let tries = 0; tries < limits.providerReadsPerMinute; tries += 1) expect((await refusalOf(read(sent, one))).problem).toBe('transfer_unreachable')
    expect((await refusalOf(read(sent, one))).problem).toBe('provider_too_often')
    const entry = await platform.db.selectFrom('audit_entry').selectAll().where('action', '=', 'provider_zone.read').orderBy('id', 'desc').executeTakeFirst()
    expect(entry).toMatchObject({ after: { provider: 'axfr', address: `127.0.0.1#${sent.port}` } })
    const { rows: tables } = await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(platform.db)
    for (const { name } of tables) {
      const { rows } = await sql<{ found: boolean }>`select exists (select 1 from ${sql.raw(name)} as t where t::text ~ ${key.secret}) as found`.execute(
        platform.db,
      )
      expect(rows[0]!.found, name).toBe(false)
    }
  })

  test('a domain that is locked, or beyond the caller, is refused before anybody is asked; users name no server', async () => {
    const { domainId } = await fresh()
    const sent = { domainId, address: '127.0.0.1', port: await freePort() }
    await platform.call(domain.lock, { ids: [domainId], locked: true })
    expect((await refusalOf(read(sent))).problem).toBe('domain_locked')
    expect((await refusalOf(read({ ...sent, domainId: 999_999 }))).problem).toBe('domain_missing')
    expect((await refusalOf(read(sent, await tokenOfType(platform, 2)))).problem).toBe('right_missing')
  })
})
