import fc from 'fast-check'
import { decode } from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { answerQuery, plainContext, slipReply } from './answer.ts'
import { noPrimaries } from '../transfer/primary-rules.ts'
import { noTransferRights } from '../transfer/transfer-rules.ts'
import { noRedirectAddresses } from '../redirect/redirect-addresses.ts'
import { noUpdateRights } from '../update/update-rules.ts'
import { withoutIdentity } from './reply-options.ts'
import { ServerCookies } from './server-cookies.ts'
import { compileZone } from '../zone/zone.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import { queryPacket, subnetOption } from '../wire/wire-client.testing.ts'
import { childZone, hardZone, otherZone } from '../zone/zones.testing.ts'

const zones = new ZoneTable()
for (const source of [hardZone, otherZone, childZone]) zones.put(compileZone(source))

/** A node that tells all it can. */
const identity = {
  nsid: Buffer.alloc(128, 65),
  cookies: new ServerCookies([Buffer.alloc(16, 7)]),
  chaos: new Map([['\x02id\x06server', Buffer.alloc(128, 66)]]),
  redirects: noRedirectAddresses,
  ...{ transfers: noTransferRights, primaries: noPrimaries, updates: noUpdateRights, keys: new Map() },
}

/** Whatever comes in: silence, or a well-formed reply to it that is not longer than allowed. */
function check(packet: Buffer): number | null {
  for (const [transport, known] of [
    ['udp', withoutIdentity],
    ['udp', identity],
    ['tcp', identity],
  ] as const) {
    const { response } = answerQuery(packet, { ...plainContext(zones, transport), identity: known })
    if (response === null) {
      expect(packet.length < 12 || (packet.readUInt8(2) & 0x80) !== 0).toBe(true)
      continue
    }
    expect(response.length).toBeLessThanOrEqual(transport === 'udp' ? 1232 : 65_535)
    expect(response.readUInt16BE(0)).toBe(packet.readUInt16BE(0))
    expect(response.readUInt8(2) & 0x80).toBe(0x80)
    expect(() => decode(response)).not.toThrow()
  }
  const slip = slipReply(packet, plainContext(zones))
  if (slip !== null) expect(slip.length).toBeLessThanOrEqual(packet.length + 11)
  const told = slipReply(packet, { ...plainContext(zones), identity })
  // A cookie of ours is 16 bytes longer than theirs.
  if (told !== null) expect(told.length).toBeLessThanOrEqual(packet.length + 16)
  return answerQuery(packet, plainContext(zones)).response?.readUInt8(3) ?? null
}

const header = (...counts: [number, number, number, number]): Buffer => {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(0xbeef, 0)
  counts.forEach((count, i) => bytes.writeUInt16BE(count, 4 + 2 * i))
  return bytes
}
const bytes = (...parts: (string | Buffer)[]): Buffer => Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
const question = '\x04hard\x04test\x00\x00\x01\x00\x01'
const opt = '\x00\x00\x29\x04\xd0\x00\x00\x00\x00\x00\x00'
const formerr = 1

describe('handmade hostile packets', () => {
  it.each<[string, Buffer, number | null]>([
    ['nothing', Buffer.alloc(0), null],
    ['less than a header', Buffer.alloc(11), null],
    ['a reply', bytes(queryPacket({ name: 'hard.test', type: 1, flags: 0x8100 })), null],
    ['a header alone', header(0, 0, 0, 0), formerr],
    ['a question that is not there', header(1, 0, 0, 0), formerr],
    ['two questions', bytes(header(2, 0, 0, 0), question, question), formerr],
    ['65,535 questions', bytes(header(65_535, 0, 0, 0), question), formerr],
    ['a pointer to itself as the name', bytes(header(1, 0, 0, 0), '\xc0\x0c\x00\x01\x00\x01'), formerr],
    ['a pointer into the header', bytes(header(1, 0, 0, 0), '\x01a\xc0\x00\x00\x01\x00\x01'), formerr],
    ['a pointer past the end', bytes(header(1, 0, 0, 0), '\xff\xff\x00\x01\x00\x01'), formerr],
    ['a label type of old (RFC 2673)', bytes(header(1, 0, 0, 0), '\x41\x01\x80\x00\x00\x01\x00\x01'), formerr],
    ['a label longer than the packet', bytes(header(1, 0, 0, 0), '\x3fabc'), formerr],
    ['a name without an end', bytes(header(1, 0, 0, 0), '\x04hard\x04test'), formerr],
    [
      'a name of 256 bytes',
      bytes(header(1, 0, 0, 0), '\x3f', 'a'.repeat(63), '\x3f', 'b'.repeat(63), '\x3f', 'c'.repeat(63), '\x3e', 'd'.repeat(62), '\x00\x00\x01\x00\x01'),
      formerr,
    ],
    [
      'a name of 255 bytes',
      bytes(header(1, 0, 0, 0), '\x3f', 'a'.repeat(63), '\x3f', 'b'.repeat(63), '\x3f', 'c'.repeat(63), '\x3d', 'd'.repeat(61), '\x00\x00\x01\x00\x01'),
      5,
    ],
    ['127 labels', bytes(header(1, 0, 0, 0), '\x01a'.repeat(127), '\x00\x00\x01\x00\x01'), 5],
    ['no room for the type', bytes(header(1, 0, 0, 0), '\x04hard\x04test\x00\x00\x01\x00'), formerr],
    ['a byte behind the end', bytes(header(1, 0, 0, 0), question, '\x00'), formerr],
    ['records that are not there', bytes(header(1, 0, 0, 5), question), formerr],
    ['rdata longer than the packet', bytes(header(1, 0, 0, 1), question, '\x00\x00\x29\x04\xd0\x00\x00\x00\x00\xff\xff'), formerr],
    ['two OPT records (RFC 6891 §6.1.1)', bytes(header(1, 0, 0, 2), question, opt, opt), formerr],
    ['OPT with an owner', bytes(header(1, 0, 0, 1), question, '\x01a', opt), formerr],
    ['OPT among the answers', bytes(header(1, 1, 0, 0), question, opt), formerr],
    ['an option longer than OPT', bytes(header(1, 0, 0, 1), question, '\x00\x00\x29\x04\xd0\x00\x00\x00\x00\x00\x04\x00\x03\x00\x09'), formerr],
    [
      'a record behind the question, of a pointer owner',
      bytes(header(1, 0, 0, 1), question, '\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x00\x00\x04\x01\x02\x03\x04'),
      0,
    ],
    ['a NOTIFY of nothing', bytes('\x00\x01\x20\x00', Buffer.alloc(8)), 9],
    ['labels of zero bytes and dots', bytes(header(1, 0, 0, 0), '\x03\x00.\x00\x04hard\x04test\x00\x00\x01\x00\x01'), 3],
  ])('%s', (_name, packet, rcode) => {
    expect(check(packet)).toBe(rcode)
  })
})

describe('made-up packets', () => {
  it('any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (packet) => void check(Buffer.from(packet))),
      { numRuns: 3000 },
    )
  })

  it('any bytes behind a good header', () => {
    const counts = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3))
    fc.assert(
      fc.property(counts, fc.uint8Array({ maxLength: 300 }), (count, body) => void check(Buffer.concat([header(...count), body]))),
      { numRuns: 3000 },
    )
  })

  it('good queries with bytes changed, lost and added', () => {
    const good = fc.constantFrom(
      queryPacket({ name: 'www.hard.test', type: 1, edns: { options: subnetOption(1, 24, [192, 0, 2]) } }),
      queryPacket({ name: 'x.dname.hard.test', type: 28, edns: { dnssecOk: true } }),
      queryPacket({ name: 'many.hard.test', type: 255 }),
      queryPacket({ name: 'many.hard.test', type: 1, edns: { options: Buffer.from('000300000008000400010000000a00080123456789abcdef', 'hex') } }),
      queryPacket({ name: 'id.server', type: 16, class: 3, edns: { options: Buffer.from('00030000000a00080123456789abcdef', 'hex') } }),
      queryPacket({ name: 'a.b.sub.hard.test', type: 43, edns: { udpBytes: 65_535 } }),
    )
    const changes = fc.array(fc.record({ at: fc.nat(90), to: fc.nat(255) }), { maxLength: 6 })
    fc.assert(
      fc.property(good, changes, fc.nat(90), fc.uint8Array({ maxLength: 8 }), (packet, changed, length, tail) => {
        const hostile = Buffer.from(packet)
        for (const { at, to } of changed) if (at < hostile.length) hostile[at] = to
        check(hostile)
        check(Buffer.concat([hostile.subarray(0, length), tail]))
      }),
      { numRuns: 3000 },
    )
  })

  it('any names in our zones, with any type and class', () => {
    const label = fc.oneof(
      fc.constantFrom('*', 'wild', 'sub', 'dname', 'dnameloop', 'dnamegrow', 'alias', 'ent', 'loopself', 'many', 'bigtxt'),
      fc.stringMatching(/^[!-~]{1,63}$/),
    )
    const name = fc.array(label, { maxLength: 5 }).map((labels) => [...labels.map((text) => text.replaceAll('.', '-')), 'hard', 'test'].join('.'))
    fc.assert(
      fc.property(name, fc.nat(65_535), fc.constantFrom(1, 1, 1, 255, 3), (text, type, qclass) => {
        fc.pre(text.length < 250)
        check(queryPacket({ name: text, type, class: qclass, edns: {} }))
        check(queryPacket({ name: text, type: 1 }))
      }),
      { numRuns: 3000 },
    )
  })
})
