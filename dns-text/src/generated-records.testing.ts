import fc from 'fast-check'
import { printIpv4, printIpv6 } from './addresses.ts'
import { printText, quoteText } from './character-strings.ts'
import { isPlatformType, typeByMnemonic } from './record-types.ts'
import type { RecordMnemonic } from './record-types.ts'
import { parseRdata } from './rdata.ts'
import { printBase64, printHex } from './wire.ts'

/** A record as a person or a program may write it: many spellings of one meaning. */
export interface WrittenRdata {
  type: string
  text: string
}

const octets = (minLength: number, maxLength: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength, maxLength })
const number = (max: number): fc.Arbitrary<string> => fc.oneof(fc.nat(max), fc.constantFrom(0, 1, max)).map(String)
const uint8 = number(255)
const uint16 = number(65535)

const labelOctet = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789-_') },
  { weight: 1, arbitrary: fc.constantFrom('\\.', '\\\\', '\\"', '\\;', '\\(', '\\)', '\\@', '\\$', '\\000', '\\032', '\\200', '\\255', '\\065', '*', '!') },
)
const label = fc
  .oneof(
    { weight: 8, arbitrary: fc.array(labelOctet, { minLength: 1, maxLength: 10 }).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.constant('a'.repeat(63)) },
    // A label of digits could be read as a TTL, one like a class or type as such, when it stands as the owner.
  )
  .filter((text) => !/^\d|^(in|ch|hs|cs|any|none|chaos|hesiod|class\d*)$/i.test(text) && !text.startsWith('$'))

/** A relative or absolute name as it may stand in a zone file. */
export const writtenName: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')) },
  { weight: 3, arbitrary: fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => `${labels.join('.')}.`) },
  { weight: 1, arbitrary: fc.constantFrom('@', '.') },
)

/** The first label of an owner: nothing that BIND would read as a directive. */
export const writtenLabel = label

const ipv4 = octets(4, 4).map(printIpv4)
const ipv6 = octets(16, 16).chain((bytes) =>
  fc.constantFrom(
    printIpv6(bytes),
    printIpv6(bytes.map((octet, index) => (index < 12 && index > 3 ? 0 : octet))),
    printHex(bytes).replace(/(....)(?!$)/g, '$1:'),
    `${printHex(bytes.subarray(0, 12)).replace(/(....)(?!$)/g, '$1:')}:${printIpv4(bytes.subarray(12))}`,
    '::',
    '::1',
    '::ffff:1.2.3.4',
  ),
)

const word = fc
  .array(fc.constantFrom(...'abcXYZ019=:/_-+.,~', '\\"', '\\\\', '\\009', '\\255', '\\;', '\\065'), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''))
const text = fc.oneof(
  { weight: 3, arbitrary: octets(0, 40).map(printText) },
  { weight: 2, arbitrary: word },
  {
    weight: 2,
    arbitrary: fc
      .string({ maxLength: 20 })
      .filter((raw) => raw.isWellFormed())
      .map(quoteText),
  },
  { weight: 1, arbitrary: fc.constantFrom('""', '"; no comment"', '"(no parenthesis)"', '"v=spf1 include:example.com -all"', 'x'.repeat(255)) },
)
const texts = fc.array(text, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))

/** Digits, sometimes in small letters, sometimes in groups. */
const hex = (bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<string> =>
  fc.tuple(bytes, fc.boolean(), fc.boolean()).map(([value, isLower, isGrouped]) => {
    const digits = isLower ? printHex(value).toLowerCase() : printHex(value)
    return isGrouped ? digits.replace(/(.{20})(?!$)/g, '$1 ') : digits
  })

const hexBy = (lengths: Readonly<Record<number, number>>): fc.Arbitrary<string> =>
  fc.constantFrom(...Object.entries(lengths)).chain(([kind, length]) => hex(octets(length, length)).map((digits) => `${kind} ${digits}`))

const seconds = fc.oneof(fc.nat(2 ** 31 - 1).map(String), fc.constantFrom('0', '1h', '1H30m', '1w2d', '90s'))

const alpn = fc.constantFrom('alpn=h2', 'alpn="h2,h3"', 'alpn="f\\\\\\\\oo\\\\,bar,h2"', 'alpn=h2\\\\,x,h3', 'alpn="http/1.1"')
const serviceParam = fc.oneof(
  number(65535).map((port) => `port=${port}`),
  fc.array(ipv4, { minLength: 1, maxLength: 3 }).map((list) => `ipv4hint=${list.join(',')}`),
  fc.array(ipv6, { minLength: 1, maxLength: 3 }).map((list) => `ipv6hint="${list.join(',')}"`),
  octets(1, 30).map((bytes) => `ech=${printBase64(bytes)}`),
  fc.tuple(fc.integer({ min: 20, max: 65534 }), octets(0, 20)).map(([key, bytes]) => `key${key}=${printText(bytes)}`),
  fc.constantFrom('key7777', 'key9=', 'dohpath=/dns-query{?dns}'),
)
const keyOf = (param: string): string => param.replace(/=.*$/s, '')
const serviceParams = fc
  .tuple(fc.constantFrom('', 'no-default-alpn'), alpn, fc.uniqueArray(serviceParam, { maxLength: 5, selector: keyOf }), fc.boolean(), fc.boolean())
  .map(([noDefault, protocols, others, hasMandatory, isReversed]) => {
    const params = [protocols, noDefault, ...others].filter((param) => param !== '')
    if (hasMandatory) params.push(`mandatory=${params.map(keyOf).join(',')}`)
    return (isReversed ? params.reverse() : params).join(' ')
  })
const service = fc.oneof(
  writtenName.map((target) => `0 ${target}`),
  fc.tuple(fc.integer({ min: 1, max: 65535 }), writtenName, serviceParams).map((parts) => parts.join(' ')),
  fc.tuple(fc.integer({ min: 1, max: 65535 }), writtenName).map((parts) => parts.join(' ')),
)

const angle = (degrees: number, letters: readonly [string, string]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(degrees - 1), fc.nat(59), fc.nat(59), fc.nat(999), fc.constantFrom(...letters), fc.nat(3))
    .map(([whole, minutes, second, thousandths, letter, parts]) => {
      const fraction = parts === 3 ? `.${String(thousandths).padStart(3, '0')}` : ''
      return [[whole, minutes, `${second}${fraction}`].slice(0, Math.max(1, parts)).join(' '), letter].join(' ')
    })
const metres = fc
  .tuple(fc.nat(89_999_999), fc.nat(99), fc.constantFrom('', 'm'))
  .map(([whole, centimetres, unit]) => `${whole}.${String(centimetres).padStart(2, '0')}${unit}`)
const altitude = fc.tuple(fc.integer({ min: -99_999, max: 42_849_671 }), fc.constantFrom('', '.25', '.5m', 'm')).map((parts) => parts.join(''))
const location = fc
  .tuple(angle(90, ['N', 'S']), angle(180, ['E', 'W']), altitude, fc.array(metres, { maxLength: 3 }))
  .map(([latitude, longitude, height, precisions]) => [latitude, longitude, height, ...precisions].join(' '))

const naptr = fc.oneof(
  fc.tuple(uint16, uint16, text, text, fc.constant('""'), writtenName).map((parts) => parts.join(' ')),
  fc
    .tuple(uint16, uint16, fc.constantFrom('u', '"U"', '""'), fc.constantFrom('E2U+sip', '"sip+E2U"'))
    .map((parts) => [...parts, '"!^(.*)$!sip:\\\\1@example.com!i"', '.'].join(' ')),
)

const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> => fc.tuple(...parts).map((words) => words.join(' '))

const algorithm = fc.constantFrom('8', '13', 'RSASHA256', 'ECDSAP256SHA256', 'ED25519', '250')
const base64 = (minLength: number, maxLength: number): fc.Arbitrary<string> => octets(minLength, maxLength).map(printBase64)
const digest = hexBy({ 1: 20, 2: 32, 4: 48 })
const association = joined(uint8, uint8, hexBy({ 1: 32, 2: 64, 0: 77 }))

/** Groups of hexadecimal digits, some without their leading zeros or in capitals. */
const groups = (count: number, digits: number, separator: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(16 ** digits - 1), fc.boolean()), { minLength: count, maxLength: count })
    .map((values) => values.map(([value, isPadded]) => value.toString(16).padStart(isPadded ? digits : 1, '0')))
    .chain((words) => fc.constantFrom(words.join(separator), words.join(separator).toUpperCase()))

const typeNames = fc.array(fc.constantFrom('A', 'ns', 'AAAA', 'MX', 'TYPE1', 'TYPE65280', 'CAA', 'NSEC3', 'RRSIG', 'TYPE257', 'URI'), { maxLength: 6 })
const prefix = fc
  .tuple(fc.constantFrom('', '!'), fc.oneof(fc.tuple(fc.constant(1), ipv4, fc.nat(32)), fc.tuple(fc.constant(2), ipv6, fc.nat(128))))
  .map(([not, [family, address, length]]) => `${not}${family}:${address}/${length}`)
const gateway = fc.oneof(
  uint8.map((key) => `0 ${key} .`),
  fc.tuple(uint8, ipv4).map(([key, address]) => `1 ${key} ${address}`),
  fc.tuple(uint8, ipv6).map(([key, address]) => `2 ${key} ${address}`),
  fc.tuple(uint8, writtenName).map(([key, name]) => `3 ${key} ${name}`),
)
const hostIdentity = fc
  .tuple(uint8, octets(1, 20).map(printHex), base64(1, 40), fc.array(writtenName, { maxLength: 3 }))
  .map(([kind, tag, key, servers]) => [kind, tag, key, ...servers].join(' '))
const zoneDigest = joined(number(2 ** 32 - 1), uint8, fc.oneof(hexBy({ 1: 48, 2: 64, 240: 12 }), hexBy({ 3: 70 })))

const textByType: Readonly<Record<RecordMnemonic, fc.Arbitrary<string>>> = {
  A: ipv4,
  AAAA: ipv6,
  CNAME: writtenName,
  MX: joined(uint16, writtenName),
  TXT: texts,
  NS: writtenName,
  SOA: joined(writtenName, writtenName, number(2 ** 32 - 1), seconds, seconds, seconds, seconds),
  SRV: joined(uint16, uint16, uint16, writtenName),
  CAA: joined(uint8, fc.constantFrom('issue', 'issuewild', 'iodef', 'Issue', 'x9'), text),
  PTR: writtenName,
  HTTPS: service,
  SVCB: service,
  TLSA: association,
  SSHFP: joined(uint8, hexBy({ 1: 20, 2: 32, 9: 5 })),
  NAPTR: naptr,
  DS: joined(uint16, algorithm, hexBy({ 1: 20, 2: 32, 4: 48 })),
  DNAME: writtenName,
  LOC: location,
  URI: joined(uint16, uint16, octets(1, 60).map(printText)),
  DNSKEY: joined(fc.constantFrom('256', '257'), fc.constant('3'), algorithm, octets(64, 70).map(printBase64)),
  SPF: texts,
  SMIMEA: association,
  OPENPGPKEY: base64(1, 60),
  CERT: joined(fc.oneof(uint16, fc.constantFrom('PKIX', 'pgp', 'IACPKIX', 'URI', 'OID')), uint16, fc.oneof(algorithm, fc.constant('0')), base64(1, 60)),
  CDS: fc.oneof(joined(uint16, algorithm, digest), fc.constant('0 0 0 00')),
  CDNSKEY: fc.oneof(joined(fc.constantFrom('256', '257'), fc.constant('3'), algorithm, base64(64, 70)), fc.constant('0 3 0 AA==')),
  CSYNC: joined(
    number(2 ** 32 - 1),
    uint16,
    typeNames.map((names) => names.join(' ')),
  ),
  ZONEMD: zoneDigest,
  IPSECKEY: joined(uint8, gateway, base64(1, 60)),
  HIP: hostIdentity,
  KX: joined(uint16, writtenName),
  DHCID: base64(1, 40),
  EUI48: groups(6, 2, '-'),
  EUI64: groups(8, 2, '-'),
  NID: joined(uint16, groups(4, 4, ':')),
  L32: joined(uint16, ipv4),
  L64: joined(uint16, groups(4, 4, ':')),
  LP: joined(uint16, writtenName),
  APL: fc.array(prefix, { maxLength: 4 }).map((prefixes) => prefixes.join(' ')),
  AFSDB: joined(uint16, writtenName),
  RP: joined(writtenName, writtenName),
  HINFO: joined(text, text),
  ALIAS: writtenName,
  URL: joined(
    fc.constantFrom('301', '302', 'frame', 'Frame'),
    fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }).map((address) => quoteText(address)),
      fc.constantFrom('HTTP://Example.COM', 'https://b\\195\\188cher.example/', '"https://[2001:db8::1]:8443/a b"', 'http://192.0.2.1:80/?a=1'),
    ),
  ),
}

/** Record data of a given type, in any spelling. */
export function writtenRdataOf(type: RecordMnemonic): fc.Arbitrary<WrittenRdata> {
  const plain = textByType[type].map((value) => ({ type, text: value }))
  if (type === 'SOA') return plain
  const generic = plain.map(({ text: value }) => {
    const { wire } = parseRdata(type, value, { origin: 'generic.example' })
    return { type, text: `\\# ${wire.length} ${printHex(wire)}` }
  })
  return fc.oneof({ weight: 12, arbitrary: plain }, { weight: 1, arbitrary: generic })
}

const unknownRdata: fc.Arbitrary<WrittenRdata> = fc
  .tuple(
    fc.integer({ min: 65280, max: 65534 }).filter((code) => !isPlatformType(code)),
    octets(0, 40),
  )
  .map(([code, bytes]) => ({ type: `TYPE${code}`, text: `\\# ${bytes.length} ${printHex(bytes)}` }))

const severalTypes = (Object.keys(textByType) as RecordMnemonic[]).filter(
  (type) => !['SOA', 'CNAME', 'DNAME'].includes(type) && typeByMnemonic(type)?.isPlatformType !== true,
)

/** Data of every type that may stand at a name together with others, and that every program knows. */
export const writtenRdata: fc.Arbitrary<WrittenRdata> = fc.oneof(...severalTypes.map(writtenRdataOf), unknownRdata)
