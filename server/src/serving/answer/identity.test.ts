import { describe, expect, it } from 'vitest'
import { queryPacket, readReply, subnetOption, type TestQuery } from '../wire/wire-client.testing.ts'
import { compileZone } from '../zone/zone.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import { hardZone } from '../zone/zones.testing.ts'
import { answerQuery, plainContext, slipReply, type AnswerContext } from './answer.ts'
import { noTransferRights } from '../transfer/transfer-rules.ts'
import { noRedirectAddresses } from '../redirect/redirect-addresses.ts'
import { withoutIdentity, type Identity } from './reply-options.ts'
import { ServerCookies } from './server-cookies.ts'

const zones = new ZoneTable()
zones.put(compileZone(hardZone))
const now = 1_800_000_000
const cookies = new ServerCookies([Buffer.alloc(16, 7)])
const chaos = new Map([['\x02id\x06server', Buffer.from('ns1')]])
const identity: Identity = { ...withoutIdentity, nsid: Buffer.from('node 1'), cookies, chaos, redirects: noRedirectAddresses, transfers: noTransferRights }
const [A, TXT] = [1, 16]

const option = (code: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(code)
  head.writeUInt16BE(data.length, 2)
  return Buffer.concat([head, data])
}
const nsid = option(3, Buffer.alloc(0))
const cookie = (data: Buffer): Buffer => option(10, data)
const client = Buffer.from('0123456789abcdef', 'hex')

const context = (change: Partial<AnswerContext> = {}): AnswerContext => ({ ...plainContext(zones), random: () => 0, identity, nowSeconds: now, ...change })

/** The options of a reply by their code, in hexadecimal. */
function optionsOf(reply: Buffer): Record<number, string> {
  const found: Record<number, string> = {}
  // OPT is the last record, and its owner the root.
  const at = reply.lastIndexOf(Buffer.from([0, 0, 41, 4, 208]))
  for (let from = at + 11; from < reply.length; from += 4 + reply.readUInt16BE(from + 2)) {
    found[reply.readUInt16BE(from)] = reply.toString('hex', from + 4, from + 4 + reply.readUInt16BE(from + 2))
  }
  return found
}

function ask(query: Omit<TestQuery, 'edns'>, options: Buffer, change: Partial<AnswerContext> = {}) {
  const { response, isKnownClient, event } = answerQuery(queryPacket({ ...query, edns: { options } }), context(change))
  return { ...readReply(response!), options: optionsOf(response!), bytes: response!.length, isKnownClient, event }
}

describe('NSID', () => {
  it('is told to who asks for it, whatever the answer is', () => {
    expect(ask({ name: 'hard.test', type: A }, nsid).options).toEqual({ 3: Buffer.from('node 1').toString('hex') })
    expect(ask({ name: 'elsewhere.test', type: A }, nsid)).toMatchObject({ rcode: 5, options: { 3: expect.any(String) } })
  })

  it('is told to nobody else, and by nobody who shall not', () => {
    expect(ask({ name: 'hard.test', type: A }, Buffer.alloc(0)).options).toEqual({})
    expect(ask({ name: 'hard.test', type: A }, nsid, { identity: withoutIdentity }).options).toEqual({})
  })
})

describe('cookies', () => {
  const learn = (): Buffer => Buffer.from(ask({ name: 'hard.test', type: A }, cookie(client)).options[10]!, 'hex')

  it('are made for who knows them, and known again', () => {
    const whole = learn()
    expect(whole).toHaveLength(24)
    expect(whole.subarray(0, 8)).toEqual(client)
    expect(ask({ name: 'hard.test', type: A }, cookie(whole))).toMatchObject({ rcode: 0, isKnownClient: true, options: { 10: whole.toString('hex') } })
    expect(ask({ name: 'hard.test', type: A }, cookie(whole), { clientAddress: Uint8Array.of(192, 0, 2, 1) }).isKnownClient).toBe(false)
  })

  it('that are not ours are no reason not to answer; what came in is not sent back', () => {
    const reply = ask({ name: 'hard.test', type: A }, cookie(Buffer.concat([client, Buffer.alloc(32, 0xee)])))
    expect(reply).toMatchObject({ rcode: 0, isKnownClient: false })
    expect(reply.options[10]).toMatch(/^0123456789abcdef01000000/)
    expect(reply.options[10]).not.toContain('eeee')
  })

  it.each([0, 1, 7, 9, 15, 41])('of %i bytes are malformed', (length) => {
    expect(ask({ name: 'hard.test', type: A }, cookie(Buffer.alloc(length)))).toMatchObject({ rcode: 1, options: {}, isKnownClient: false })
    // Who does not use them does not look at them.
    expect(ask({ name: 'hard.test', type: A }, cookie(Buffer.alloc(length)), { identity: withoutIdentity })).toMatchObject({ rcode: 0, options: {} })
  })

  it('beside a second one: the first counts', () => {
    expect(ask({ name: 'hard.test', type: A }, Buffer.concat([cookie(client), cookie(Buffer.alloc(3))]))).toMatchObject({ rcode: 0 })
    expect(ask({ name: 'hard.test', type: A }, Buffer.concat([cookie(Buffer.alloc(3)), cookie(client)]))).toMatchObject({ rcode: 1 })
  })

  it('in place of TCP tell a client over its rate how to come back', () => {
    const slipped = (options: Buffer): Buffer => slipReply(queryPacket({ name: 'hard.test', type: A, edns: { options } }), context())!
    const told = slipped(Buffer.concat([nsid, cookie(client), subnetOption(1, 24, [192, 0, 2])]))
    expect(readReply(told)).toMatchObject({ rcode: 23, flags: 'qr rd', answer: [] })
    expect(optionsOf(told)).toEqual({ 10: learn().toString('hex') })
    expect(readReply(slipped(nsid))).toMatchObject({ rcode: 0, flags: 'qr tc rd', answer: [] })
    expect(readReply(slipped(cookie(Buffer.alloc(9))))).toMatchObject({ rcode: 0, flags: 'qr tc rd' })
  })
})

it('all options together count when an answer has to fit', () => {
  const options = Buffer.concat([subnetOption(2, 56, [0x20, 1, 0xd, 0xb8, 0, 0, 0]), nsid, cookie(client)])
  for (let udpBytes = 512; udpBytes <= 1_232; udpBytes += 1) {
    const packet = queryPacket({ name: 'bigtxt.hard.test', type: TXT, edns: { udpBytes, options } })
    const { response } = answerQuery(packet, context({ identity: { ...identity, nsid: Buffer.alloc(128, 65) } }))
    expect(response!.length).toBeLessThanOrEqual(udpBytes)
    expect(Object.keys(optionsOf(response!))).toEqual(['3', '8', '10'])
  }
})

describe('the class CHAOS', () => {
  it('has the texts that the node tells, by any spelling of their names', () => {
    const reply = ask({ name: 'ID.Server', type: TXT, class: 3 }, cookie(client))
    expect(reply).toMatchObject({ rcode: 0, flags: 'qr aa rd', options: { 10: expect.any(String) } })
    expect(reply.answer).toEqual(['id.server 0 TXT ns1'])
    expect(reply.event).toMatchObject({ domainId: null, zone: null, rcode: 0 })
  })

  it.each([
    ['another name', 'version.bind', TXT],
    ['another type', 'id.server', A],
  ])('%s is refused', (_, name, type) => expect(ask({ name, type, class: 3 }, Buffer.alloc(0))).toMatchObject({ rcode: 5, answer: [], flags: 'qr rd' }))

  it('is no part of the internet', () => expect(ask({ name: 'id.server', type: TXT }, Buffer.alloc(0))).toMatchObject({ rcode: 5, answer: [] }))
})
