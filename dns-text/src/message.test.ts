import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalOf } from './errors.ts'
import { writtenRdata } from './generated-records.testing.ts'
import { decodeClientSubnet, decodeMessage, encodeClientSubnet, encodeMessage, encodeQuery, printRcode } from './message.ts'
import type { DnsMessage, MessageRecord } from './message.ts'
import { parseRdata } from './rdata.ts'
import { parseHex, printHex } from './wire.ts'

const hex = (text: string): Uint8Array => parseHex(text.replace(/\s+/g, ''))

const plainAnswer: DnsMessage = {
  id: 1,
  isResponse: true,
  opcode: 0,
  isAuthoritative: true,
  isTruncated: false,
  recursionDesired: true,
  recursionAvailable: false,
  authenticData: false,
  checkingDisabled: false,
  rcode: 0,
  questions: [{ name: 'www.example.com.', type: 'A', classCode: 1 }],
  answers: [],
  authorities: [],
  additionals: [],
}

describe('a query', () => {
  test('is a header and a question', () => {
    const bytes = encodeQuery({ id: 0x1234, name: 'a.b', type: 'MX', udpPayloadBytes: false })
    expect(printHex(bytes)).toBe('1234 0000 0001 0000 0000 0000 016101620000 0F00 01'.replaceAll(' ', ''))
  })

  test('carries EDNS and the client’s subnet, cut to its prefix', () => {
    const bytes = encodeQuery({ id: 1, name: '.', type: 'A', subnet: '192.0.2.77/20', recursionDesired: true, isDnssecOk: true })
    expect(printHex(bytes)).toBe('0001 0100 0001 0000 0000 0001 00 0001 0001 00 0029 04D0 00 00 8000 000B 0008 0007 0001 14 00 C00000'.replaceAll(' ', ''))
    expect(decodeMessage(bytes)).toMatchObject({
      id: 1,
      isResponse: false,
      recursionDesired: true,
      questions: [{ name: '.', type: 'A', classCode: 1 }],
      additionals: [],
      edns: {
        version: 0,
        udpPayloadBytes: 1232,
        isDnssecOk: true,
        clientSubnet: { family: 4, address: '192.0.0.0', sourcePrefixLength: 20, scopePrefixLength: 0 },
      },
    })
  })

  test.each([
    ['192.0.2.77', '00011800C00002'],
    ['192.0.2.77/32', '00012000C000024D'],
    ['0.0.0.0/0', '00010000'],
    ['2001:db8:1:2:3::1', '0002380020010DB8000100'],
    ['2001:db8::1/128', '0002800020010DB8000000000000000000000001'],
    ['::/0', '00020000'],
  ])('writes the subnet %s as %s', (subnet, option) => {
    expect(printHex(encodeClientSubnet(subnet))).toBe(option)
    expect(printHex(encodeClientSubnet(`${decodeClientSubnet(hex(option)).address}/${decodeClientSubnet(hex(option)).sourcePrefixLength}`))).toBe(option)
  })

  test.each([
    ['1.2.3', 'bad_ipv4'],
    ['1.2.3.4/33', 'bad_cidr'],
    ['1.2.3.4/', 'bad_cidr'],
    ['1.2.3.4/x', 'bad_cidr'],
    ['::/129', 'bad_cidr'],
    ['::g/1', 'bad_ipv6'],
  ])('for the subnet %s is refused as %s', (subnet, code) => {
    expect(refusalOf(() => encodeQuery({ id: 1, name: 'a', type: 'A', subnet }))?.code).toBe(code)
  })

  test('for a bad name or type, or a subnet without EDNS, is refused', () => {
    expect(refusalOf(() => encodeQuery({ id: 1, name: 'a..b', type: 'A' }))?.code).toBe('empty_label')
    expect(refusalOf(() => encodeQuery({ id: 1, name: 'a', type: 'NOPE' }))?.code).toBe('unknown_type')
    expect(refusalOf(() => encodeQuery({ id: 1, name: 'a', type: 'A', subnet: '1.2.3.4', udpPayloadBytes: false }))?.code).toBe('bad_message')
  })

  test.each([
    ['0003 18 00 010203', 'an unknown family'],
    ['0001 21 00 0102030405', 'a prefix too long'],
    ['0001 18 21 010203', 'a scope too long'],
    ['0001 18 00 01020304', 'octets too many'],
    ['0001 18 00 0102', 'octets too few'],
    ['0001 17 00 010203', 'bits behind the prefix'],
  ])('subnet option %s is refused for %s', (option) => {
    expect(refusalOf(() => decodeClientSubnet(hex(option)))?.code).toBe('bad_message')
  })
})

describe('an answer', () => {
  test('is read with its compressed names, in owners and in data', () => {
    // www.example.com CNAME x.example.com, x A, authority NS with a pointer, EDNS with extended code 16.
    const bytes = hex(`
      0007 8580 0001 0002 0001 0002
      03777777 076578616D706C65 03636F6D 00 0001 0001
      C00C 0005 0001 0000003C 0004 0178 C010
      C02D 0001 0001 80000000 0004 C0000201
      C010 0002 0001 00000E10 0005 02 6E73 C010
      C04D 001C 0001 00000E10 0010 20010DB8000000000000000000000001
      00 0029 0200 01 00 0000 0000`)
    expect(decodeMessage(bytes)).toEqual({
      id: 7,
      isResponse: true,
      opcode: 0,
      isAuthoritative: true,
      isTruncated: false,
      recursionDesired: true,
      recursionAvailable: true,
      authenticData: false,
      checkingDisabled: false,
      rcode: 16,
      questions: [{ name: 'www.example.com.', type: 'A', classCode: 1 }],
      answers: [
        { name: 'www.example.com.', type: 'CNAME', classCode: 1, ttlSeconds: 60, value: 'x.example.com.' },
        // RFC 2181 §8: the highest bit makes it zero.
        { name: 'x.example.com.', type: 'A', classCode: 1, ttlSeconds: 0, value: '192.0.2.1' },
      ],
      authorities: [{ name: 'example.com.', type: 'NS', classCode: 1, ttlSeconds: 3600, value: 'ns.example.com.' }],
      additionals: [{ name: 'ns.example.com.', type: 'AAAA', classCode: 1, ttlSeconds: 3600, value: '2001:db8::1' }],
      edns: { version: 0, udpPayloadBytes: 512, isDnssecOk: false, options: [] },
    })
  })

  test('with data that breaks its type’s rules shows the octets', () => {
    const bytes = hex('0001 8000 0000 0001 0000 0000 00 0001 0001 00000000 0003 010203')
    expect(decodeMessage(bytes).answers[0]?.value).toBe('\\# 3 010203')
  })

  test('writes each owner’s ending once', () => {
    const answers = ['www.example.com.', 'WWW.example.com', 'mail.example.com.'].map((name): MessageRecord => ({
      name,
      type: 'A',
      classCode: 1,
      ttlSeconds: 1,
      value: '192.0.2.1',
    }))
    const bytes = encodeMessage({ ...plainAnswer, answers })
    expect(bytes).toHaveLength(12 + 17 + 4 + (2 + 14) + (2 + 14) + (5 + 2 + 14))
    expect(decodeMessage(bytes).answers.map((record) => record.name)).toEqual(['www.example.com.', 'www.example.com.', 'mail.example.com.'])
  })

  test('of any records and flags comes back as it was', () => {
    const owner = fc.constantFrom('.', 'example.com.', 'a.example.com.', 'b.a.example.com.', 'x\\.y.example.com.', 'com.')
    const record = fc
      .tuple(owner, writtenRdata, fc.nat(1000))
      .map(([name, { type, text }, ttlSeconds]) => ({ name, type, classCode: 1, ttlSeconds, value: parseRdata(type, text, { origin: 'example.com' }).text }))
    const section = fc.array(record, { maxLength: 6 })
    const edns = fc.option(
      fc.boolean().map((isDnssecOk) => ({ version: 0, udpPayloadBytes: 4096, isDnssecOk, options: [] })),
      { nil: undefined },
    )
    fc.assert(
      fc.property(
        fc.tuple(fc.nat(65535), fc.nat(15), fc.nat(15), section, section, section, edns),
        fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
        ([id, opcode, rcode, answers, authorities, additionals, optional], flags) => {
          const [isResponse, isAuthoritative, isTruncated, recursionDesired, recursionAvailable, authenticData, checkingDisabled] = flags as [
            boolean,
            boolean,
            boolean,
            boolean,
            boolean,
            boolean,
            boolean,
          ]
          const message: DnsMessage = {
            id,
            opcode,
            rcode,
            isResponse,
            isAuthoritative,
            isTruncated,
            recursionDesired,
            recursionAvailable,
            authenticData,
            checkingDisabled,
            questions: plainAnswer.questions,
            answers,
            authorities,
            additionals,
            ...(optional === undefined ? {} : { edns: optional }),
          }
          expect(decodeMessage(encodeMessage(message))).toEqual(message)
        },
      ),
    )
  })
})

describe('a message', () => {
  test.each([
    ['', 'bad_wire'],
    ['000100000000000000', 'bad_wire'],
    ['0001 0000 0001 0000 0000 0000', 'bad_wire'],
    ['0001 0000 0001 0000 0000 0000 C00C 0001 0001', 'bad_wire'],
    ['0001 0000 0000 0001 0000 0000 00 0001 0001 00000000 0005 C0000201', 'bad_wire'],
    ['0001 0000 0000 0000 0000 0000 00', 'bad_message'],
    ['0001 0000 0000 0001 0000 0000 00 0029 0200 00000000 0000', 'bad_message'],
    ['0001 0000 0000 0000 0000 0001 0161 00 0029 0200 00000000 0000', 'bad_message'],
    ['0001 0000 0000 0000 0000 0002 00 0029 0200 00000000 0000 00 0029 0200 00000000 0000', 'bad_message'],
    ['0001 0000 0000 0000 0000 0001 00 0029 0200 00000000 0004 0008 0001', 'bad_wire'],
    ['FFFF 0000 FFFF FFFF FFFF FFFF', 'bad_wire'],
  ])('%j is refused as %s', (bytes, code) => {
    expect(refusalOf(() => decodeMessage(hex(bytes)))?.code).toBe(code)
  })

  test('of any octets is read or refused with a code', () => {
    const header = fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }).map((counts) => counts.flatMap((count) => [0, count]))
    fc.assert(
      fc.property(header, fc.uint8Array({ maxLength: 100 }), (counts, rest) => {
        const bytes = Uint8Array.from([0, 1, 0x80, 0, ...counts, ...rest])
        expect([undefined, 'bad_wire', 'bad_message']).toContain(refusalOf(() => decodeMessage(bytes))?.code)
      }),
      { numRuns: 2000 },
    )
  })

  test('names its response code', () => {
    expect([0, 3, 5, 16, 23, 99].map(printRcode)).toEqual(['NOERROR', 'NXDOMAIN', 'REFUSED', 'BADVERS', 'BADCOOKIE', 'RCODE99'])
  })
})
