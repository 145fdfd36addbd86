import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { decodeMessage, encodeMessage, type MessageRecord } from '@nameplane/dns-text/message'
import { domain } from '@nameplane/contract/dns/domain'
import { primary, type Primary } from '@nameplane/contract/dns/domain-primary'
import { record } from '@nameplane/contract/dns/record'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { allowLoopback } from '../../../integrations/http/loopback.testing.ts'
import { followPrimaries } from './primary-transfer.ts'
import { takeDue } from './primary.store.ts'

/* A primary that gives what no zone is: what is served stays, and the page says what it has and why it was not taken. */

let app: TestApp
let restore: () => void
const servers: Server[] = []
beforeAll(async () => {
  app = await createTestApp()
  restore = allowLoopback()
})
afterEach(() => servers.splice(0).forEach((server) => server.close()))
afterAll(async () => {
  restore?.()
  await app.close()
})

const name = 'given.example'
type Given = readonly (readonly [string, string, string, number?])[]
let given: { serial: number; zone: Given } = { serial: 0, zone: [] }

const soaOf = (serial: number): Given[number] => [`${name}.`, 'SOA', `ns.${name}. host.${name}. ${serial} 7200 900 1209600 60`]
const recordOf = ([owner, type, value, classCode = 1]: Given[number]): MessageRecord => ({ name: owner, type, value, classCode, ttlSeconds: 600 })
const ns: Given[number] = [`${name}.`, 'NS', `ns.${name}.`]
const www = (address: string): Given[number] => [`www.${name}.`, 'A', address]

/** A name server that answers with what is given, the zone in one message. */
async function startGiving(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (query: Buffer) => {
      const asked = decodeMessage(query.subarray(2))
      const soa = soaOf(given.serial)
      const answers = (asked.questions[0]!.type === 'SOA' ? [soa] : [soa, ...given.zone, soa]).map(recordOf)
      const reply = Buffer.from(encodeMessage({ ...asked, isResponse: true, isAuthoritative: true, answers }))
      socket.write(Buffer.concat([Buffer.of(reply.length >> 8, reply.length & 255), reply]))
    })
  })
  servers.push(server)
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  return (server.address() as { port: number }).port
}

async function transfer(domainId: number, serial: number, zone: Given): Promise<Primary> {
  given = { serial, zone }
  await app.call(primary.transfer, { domainId })
  const [due] = await takeDue(app.db, new Date(), 1)
  await followPrimaries(app.db, due!, () => new Date(), new AbortController().signal)
  return (await app.call(primary.detail, { domainId })).data!
}

const addressesOf = async (domainId: number): Promise<string[]> =>
  (await app.call(record.list, { domainId, type: 'A', limit: 10 })).data.list.map(({ host, value }) => `${host} ${value}`)

it('is not taken, and said', async () => {
  const { id } = (await app.call(domain.save, { domain: name })).data
  await app.call(primary.update, { domainId: id, addresses: ['127.0.0.1'], port: await startGiving() })
  // What is not of the zone is left out (RFC 5936 §3.5).
  const taken = await transfer(id, 5, [ns, www('192.0.2.1'), ['www.other.example.', 'A', '192.0.2.66'], [`x${name}.`, 'A', '192.0.2.66']])
  expect(taken).toMatchObject({ state: 'current', serial: 5, serialThere: 5, problem: null })
  expect(await addressesOf(id)).toEqual(['www 192.0.2.1'])

  const refused: [zone: Given, problem: string, code: string][] = [
    [[www('192.0.2.2')], 'transfer_unreadable', 'no-ns'],
    [[ns, www('192.0.2.2'), [`c.${name}.`, 'TXT', '"a"', 3]], 'transfer_unreadable', 'other-class'],
    [[ns, www('192.0.2.2'), soaOf(99)], 'transfer_unreadable', 'other-soa'],
    [[ns, www('192.0.2.2'), [`sub.${name}.`, 'SOA', 'a. b. 1 2 3 4 5']], 'transfer_unreadable', 'no-soa'],
    [[ns, www('192.0.2.2'), [`${name}.`, 'DNSKEY', '256 3 13 AAAA']], 'transfer_signed', 'DNSKEY'],
  ]
  for (const [at, [zone, problem, code]] of refused.entries()) {
    // The serial of the primary is newer than what is served: who looks sees that something is missing here.
    expect(await transfer(id, 6 + at, zone), code).toMatchObject({ state: 'failing', serial: 5, serialThere: 6 + at, problem, problemCode: code })
    expect(await addressesOf(id)).toEqual(['www 192.0.2.1'])
  }
  expect(await transfer(id, 20, [ns, www('192.0.2.3')])).toMatchObject({ state: 'current', serial: 20, serialThere: 20, problem: null })
  expect(await addressesOf(id)).toEqual(['www 192.0.2.3'])
})
