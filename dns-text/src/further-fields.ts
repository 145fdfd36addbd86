import { parseIpv4, parseIpv6, printIpv4, printIpv6 } from './addresses.ts'
import { DnsTextError } from './errors.ts'
import { nextName, printName } from './field-codec.ts'
import type { FieldCodec } from './field-codec.ts'
import { parseWebAddress, printWebAddress } from './web-address.ts'
import { parseTypeName, printTypeName } from './record-types.ts'
import type { Tokens } from './tokens.ts'
import { parseBase64, parseHex, printBase64, printHex } from './wire.ts'
import type { WireReader, WireWriter } from './wire.ts'

/** Groups of at most `digits` hexadecimal digits each, a fixed number of them. */
function groupsCodec(count: number, digits: 2 | 4, separator: '-' | ':'): FieldCodec {
  const pattern = new RegExp(`^[0-9a-f]{1,${digits}}(?:${separator}[0-9a-f]{1,${digits}}){${count - 1}}$`, 'i')
  const format = Array.from({ length: count }, () => 'x'.repeat(digits)).join(separator)
  return {
    parse(tokens, _field, out) {
      const text = tokens.next()
      if (!pattern.test(text)) throw new DnsTextError('bad_groups', { text, format })
      for (const group of text.split(separator)) out.bytes(parseHex(group.padStart(digits, '0')))
    },
    print: (wire) => Array.from({ length: count }, () => printHex(wire.bytes(digits / 2)).toLowerCase()).join(separator),
  }
}

// RFC 4034 §4.1.2: windows of 256 types each, in which the first bit is the lowest type.
function writeTypes(codes: readonly number[], out: WireWriter): void {
  const windows = new Map<number, number[]>()
  for (const code of codes.toSorted((left, right) => left - right)) {
    const low = code & 0xff
    const octets = windows.get(code >> 8) ?? []
    while (octets.length <= low >> 3) octets.push(0)
    octets[low >> 3] = (octets[low >> 3] as number) | (0x80 >> (low & 7))
    windows.set(code >> 8, octets)
  }
  for (const [window, octets] of windows) {
    out.uint8(window)
    out.uint8(octets.length)
    out.bytes(Uint8Array.from(octets))
  }
}

function readTypes(wire: WireReader): number[] {
  const codes: number[] = []
  let before = -1
  while (wire.remaining > 0) {
    const { offset } = wire
    const window = wire.uint8()
    const length = wire.uint8()
    const octets = wire.bytes(length)
    // Windows in order, at most 32 octets each, without zeros at the end.
    if (window <= before || length === 0 || length > 32 || octets[length - 1] === 0) throw new DnsTextError('bad_wire', { offset })
    octets.forEach((octet, index) => {
      for (let bit = 0; bit < 8; bit += 1) if ((octet & (0x80 >> bit)) !== 0) codes.push((window << 8) | (index << 3) | bit)
    })
    before = window
  }
  return codes
}

const addressFamilies: Readonly<Record<number, { bytes: number; parse: (text: string) => Uint8Array; print: (bytes: Uint8Array) => string }>> = {
  1: { bytes: 4, parse: parseIpv4, print: printIpv4 },
  2: { bytes: 16, parse: parseIpv6, print: printIpv6 },
}

function writePrefix(text: string, out: WireWriter): void {
  const [, not, family = '', address = '', length = ''] = /^(!?)([12]):([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? []
  const kind = addressFamilies[Number(family)]
  if (kind === undefined || Number(length) > kind.bytes * 8) throw new DnsTextError('bad_prefix', { text })
  const octets = kind.parse(address)
  // RFC 3123 §4: zeros at the end are left out.
  const used = octets.findLastIndex((octet) => octet !== 0) + 1
  out.uint16(Number(family))
  out.uint8(Number(length))
  out.uint8((not === '!' ? 0x80 : 0) | used)
  out.bytes(octets.subarray(0, used))
}

function printPrefix(wire: WireReader): string {
  const { offset } = wire
  const family = wire.uint16()
  const kind = addressFamilies[family]
  const length = wire.uint8()
  const used = wire.uint8()
  const octets = wire.bytes(used & 0x7f)
  if (kind === undefined || length > kind.bytes * 8 || octets.length > kind.bytes || octets.at(-1) === 0) throw new DnsTextError('bad_wire', { offset })
  const address = new Uint8Array(kind.bytes)
  address.set(octets)
  return `${used > 0x7f ? '!' : ''}${family}:${kind.print(address)}/${length}`
}

function restOf(tokens: Tokens): string[] {
  const words: string[] = []
  while (!tokens.isAtEnd) words.push(tokens.next())
  return words
}

const eui48 = groupsCodec(6, 2, '-')
const eui64 = groupsCodec(8, 2, '-')
const halfIpv6 = groupsCodec(4, 4, ':')

/** The kinds of fields that only rarely used types have. */
export const furtherCodecs = {
  eui48,
  eui64,
  'half-ipv6': halfIpv6,
  'type-list': {
    parse: (tokens, _field, out) => writeTypes(restOf(tokens).map(parseTypeName), out),
    print: (wire) => readTypes(wire).map(printTypeName).join(' '),
  },
  prefixes: {
    parse(tokens, _field, out) {
      for (const text of restOf(tokens)) writePrefix(text, out)
    },
    print(wire) {
      const prefixes: string[] = []
      while (wire.remaining > 0) prefixes.push(printPrefix(wire))
      return prefixes.join(' ')
    },
  },
  gateway: {
    parse(tokens, _field, out, context) {
      const type = context.seen['gatewayType']
      if (type === 1) out.bytes(parseIpv4(tokens.next()))
      else if (type === 2) out.bytes(parseIpv6(tokens.next()))
      else if (type === 3) out.bytes(nextName(tokens, context))
      else {
        const text = tokens.next()
        if (text !== '.') throw new DnsTextError('gateway_not_used', { text })
      }
    },
    print(wire, _field, seen) {
      const type = seen['gatewayType']
      if (type === 1) return printIpv4(wire.bytes(4))
      if (type === 2) return printIpv6(wire.bytes(16))
      if (type === 3) return printName(wire)
      if (type === 0) return '.'
      throw new DnsTextError('bad_wire', { offset: wire.offset })
    },
  },
  'host-identity': {
    parse(tokens, _field, out, context) {
      const algorithm = tokens.next()
      if (!/^\d{1,3}$/.test(algorithm)) throw new DnsTextError('not_a_number', { text: algorithm })
      if (Number(algorithm) > 255) throw new DnsTextError('number_out_of_range', { text: algorithm, min: 0, max: 255 })
      const tag = parseHex(tokens.next())
      const key = parseBase64(tokens.next())
      if (tag.length === 0 || key.length === 0) throw new DnsTextError('too_few_fields')
      if (tag.length > 255) throw new DnsTextError('wrong_length', { expectedBytes: 255, actualBytes: tag.length })
      out.uint8(tag.length)
      out.uint8(Number(algorithm))
      out.uint16(key.length)
      out.bytes(tag)
      out.bytes(key)
      while (!tokens.isAtEnd) out.bytes(nextName(tokens, context))
    },
    print(wire) {
      const { offset } = wire
      const tagBytes = wire.uint8()
      const algorithm = wire.uint8()
      const keyBytes = wire.uint16()
      if (tagBytes === 0 || keyBytes === 0) throw new DnsTextError('bad_wire', { offset })
      const words = [String(algorithm), printHex(wire.bytes(tagBytes)), printBase64(wire.bytes(keyBytes))]
      while (wire.remaining > 0) words.push(printName(wire))
      return words.join(' ')
    },
  },
  choice: {
    parse(tokens, field, out) {
      const text = tokens.next()
      const place = field.options?.findIndex(({ value }) => value === text.toLowerCase()) ?? -1
      if (place < 0) throw new DnsTextError('unknown_option', { text })
      out.uint8(place)
    },
    print(wire, field) {
      const { offset } = wire
      const option = field.options?.[wire.uint8()]
      if (option === undefined) throw new DnsTextError('bad_wire', { offset })
      return option.value
    },
  },
  'web-address': { parse: (tokens, field, out) => out.bytes(parseWebAddress(tokens.next(), field)), print: printWebAddress },
} satisfies Readonly<Record<string, FieldCodec>>
