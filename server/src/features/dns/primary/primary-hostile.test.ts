import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { decodeMessage, encodeMessage, type MessageRecord } from '@nameplane/dns-text/message'
import { domain } from '@nameplane/contract/dns/domain'
import { primary, type Primary } from '@nameplane/contract/dns/domain-primary'
import { record } from '@nameplane/contract/dns/record'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { openPool } from '../../../db/connection.ts'
import { allowLoopback } from '../../../integrations/http/loopback.testing.ts'
import { followAllPrimaries } from './primary-follower.ts'
import { followPrimaries } from './primary-transfer.ts'
import { noteNotified, takeDue } from './primary.store.ts'

/* Primaries that give what is no zone, or nothing: what is served stays, the page says why, and no other domain waits for them. */

let app: TestApp
let restore: () => void
const servers: Server[] = []
beforeAll(async () => {
  app = await createTestApp()
  restore = allowLoopback({ isAllowedAddress: (address) => address.startsWith('127.') })
})
afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  // What one test leaves is due in no other.
  await app.db.deleteFrom('domain_primary').execute()
})
afterAll(async () => {
  restore?.()
  await app.close()
})

/** Owner, type, data and class; `%` is the zone. */
type Given = readonly (readonly [string, string, string, number?])[]
const soaOf = (serial: number): Given[number] => ['%', 'SOA', `ns.% host.% ${serial} 7200 900 1209600 60`]
const ns: Given[number] = ['%', 'NS', 'ns.%']
const www = (address: string): Given[number] => ['www.%', 'A', address]
const recordOf = (zone: string, [owner, type, value, classCode = 1]: Given[number]): MessageRecord => {
  const named = (text: string): string => text.replaceAll('%', zone)
  return { name: named(owner), type, value: named(value), classCode, ttlSeconds: 600 }
}

type Giving = { serial: number; zone: Given; beforeZone?: () => Promise<void> }

async function listening(heard: (socket: Socket, query: Buffer) => void | Promise<void>): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (query: Buffer) => void heard(socket, query))
  })
  servers.push(server)
  await new Promise<void>((settle) => server.listen(0, '0.0.0.0', settle))
  return (server.address() as { port: number }).port
}

/** A name server that gives any zone that it is asked for, in one message. */
const startGiving = async (given: Giving): Promise<number> =>
  listening(async (socket, query) => {
    const asked = decodeMessage(query.subarray(2))
    const { name, type } = asked.questions[0]!
    if (type === 'AXFR') await given.beforeZone?.()
    const soa = soaOf(given.serial)
    const answers = (type === 'SOA' ? [soa] : [soa, ...given.zone, soa]).map((one) => recordOf(name, one))
    const reply = Buffer.from(encodeMessage({ ...asked, isResponse: true, isAuthoritative: true, answers }))
    socket.write(Buffer.concat([Buffer.of(reply.length >> 8, reply.length & 255), reply]))
  })

/** One that takes every question and answers none. */
async function startSilent(): Promise<{ port: number; asked: () => number }> {
  let questions = 0
  return { port: await listening(() => void (questions += 1)), asked: () => questions }
}

async function transferredFrom(name: string, port: number, addresses = ['127.0.0.1']): Promise<number> {
  const { id } = (await app.call(domain.save, { domain: name })).data
  await app.call(primary.update, { domainId: id, addresses, port })
  return id
}
const read = async (domainId: number): Promise<Primary> => (await app.call(primary.detail, { domainId })).data!
const addressesOf = async (domainId: number): Promise<string[]> =>
  (await app.call(record.list, { domainId, type: 'A', limit: 10 })).data.list.map(({ host, value }) => `${host} ${value}`)

async function follow(patienceMs?: number): Promise<void> {
  const due = await takeDue(app.db, new Date(), [])
  await followPrimaries(app.db, due!, () => new Date(), new AbortController().signal, patienceMs)
}

it('what is no zone is not taken, and said', async () => {
  const given: Giving = { serial: 5, zone: [ns, www('192.0.2.1'), ['www.other.example.', 'A', '192.0.2.66'], ['x%', 'A', '192.0.2.66']] }
  const id = await transferredFrom('given.example', await startGiving(given))
  await follow()
  expect(await read(id)).toMatchObject({ state: 'current', serial: 5, serialThere: 5, problem: null })
  // What is not of the zone was left out (RFC 5936 §3.5).
  expect(await addressesOf(id)).toEqual(['www 192.0.2.1'])

  const refused: [zone: Given, problem: string, code: string][] = [
    [[www('192.0.2.2')], 'transfer_unreadable', 'no-ns'],
    [[ns, www('192.0.2.2'), ['c.%', 'TXT', '"a"', 3]], 'transfer_unreadable', 'other-class'],
    [[ns, www('192.0.2.2'), soaOf(99)], 'transfer_unreadable', 'other-soa'],
    [[ns, www('192.0.2.2'), ['sub.%', 'SOA', 'a. b. 1 2 3 4 5']], 'transfer_unreadable', 'no-soa'],
    [[ns, www('192.0.2.2'), ['%', 'DNSKEY', '256 3 13 AAAA']], 'transfer_signed', 'DNSKEY'],
  ]
  for (const [zone, problem, problemCode] of refused) {
    given.serial += 1
    given.zone = zone
    await app.call(primary.transfer, { domainId: id })
    await follow()
    // The serial of the primary is newer than what is served: who looks sees that something is missing here.
    expect(await read(id)).toMatchObject({ state: 'failing', serial: 5, serialThere: given.serial, problem, problemCode })
    expect(await addressesOf(id)).toEqual(['www 192.0.2.1'])
  }
  given.zone = [ns, www('192.0.2.3')]
  await app.call(primary.transfer, { domainId: id })
  await follow()
  expect(await read(id)).toMatchObject({ state: 'current', serial: given.serial, serialThere: given.serial, problem: null })
  expect(await addressesOf(id)).toEqual(['www 192.0.2.3'])
})

it('a NOTIFY during a transfer that fails is not forgotten: it is tried again after a minute, not after the retry time', async () => {
  const given: Giving = { serial: 1, zone: [ns] }
  const id = await transferredFrom('notified.example', await startGiving(given))
  await follow()
  given.serial = 2
  given.zone = []
  const waitsFor = async (): Promise<number> => {
    await app.call(primary.transfer, { domainId: id })
    await follow()
    const { nextCheckTime, checkTime } = await read(id)
    return (Date.parse(nextCheckTime) - Date.parse(checkTime!)) / 1000
  }
  expect(await waitsFor()).toBe(900)
  given.beforeZone = async () => noteNotified(app.db, ['notified.example'])
  expect(await waitsFor()).toBe(60)
})

it('one that says nothing has its time for all of its addresses together', async () => {
  const { port, asked } = await startSilent()
  const id = await transferredFrom('silent.example', port, ['127.0.0.1', '127.0.0.2'])
  await follow(300)
  expect(await read(id)).toMatchObject({ state: 'waiting', problem: 'transfer_timed_out' })
  expect(asked()).toBe(1)
})

it('one that says nothing keeps no other domain waiting, however often it sends a NOTIFY', async () => {
  const { port, asked } = await startSilent()
  const slow = await transferredFrom('slow.example', port)
  const pool = openPool({ connectionString: app.connectionString })
  const follower = followAllPrimaries({ db: app.db, pool, log: () => {} })
  try {
    await expect.poll(asked).toBe(1)
    await noteNotified(app.db, ['slow.example'])
    const quick = await transferredFrom('quick.example', await startGiving({ serial: 7, zone: [ns, www('192.0.2.7')] }))
    await expect.poll(async () => (await read(quick)).serial, { timeout: 5_000 }).toBe(7)
    expect(asked()).toBe(1)
    expect(await read(slow)).toMatchObject({ state: 'waiting', problem: null })
  } finally {
    await follower.stop()
    await pool.end()
  }
})

it('a server has two places, and so have all domains that failed: the others are left to servers that answer', async () => {
  const now = new Date(Date.now() + 1000)
  await transferredFrom('first.example', 5301)
  await transferredFrom('second.example', 5301)
  await transferredFrom('third.example', 5301, ['127.0.0.9', '127.0.0.1'])
  const first = (await takeDue(app.db, now, []))!
  const second = (await takeDue(app.db, now, [first]))!
  expect([first.name, second.name]).toEqual(['first.example', 'second.example'])
  expect(await takeDue(app.db, now, [first, second])).toBeUndefined()
  await transferredFrom('failed.example', 5302)
  await app.db.updateTable('domain_primary').set({ problem: 'transfer_timed_out' }).where('port', '=', 5302).execute()
  const failed = [5303, 5304].map((port) => ({ ...first, port, problem: 'transfer_timed_out' }))
  expect(await takeDue(app.db, now, [first, second, ...failed])).toBeUndefined()
  expect(await takeDue(app.db, now, [first, second, failed[1]!])).toMatchObject({ name: 'failed.example' })
})
