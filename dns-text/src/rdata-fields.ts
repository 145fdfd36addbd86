import { parseIpv4, parseIpv6, printIpv4, printIpv6 } from './addresses.ts'
import { decodeText, maxStringBytes, printText, splitStrings } from './character-strings.ts'
import { DnsTextError } from './errors.ts'
import { nextName, printName } from './field-codec.ts'
import type { FieldCodec, FieldContext } from './field-codec.ts'
import { furtherCodecs } from './further-fields.ts'
import { parseLocation, printLocation } from './location.ts'
import type { Field, FieldKind } from './record-type.ts'
import { parseServiceParams, printServiceParams } from './service-params.ts'
import type { Tokens } from './tokens.ts'
import { parseTtl } from './ttl.ts'
import { parseBase64, parseHex, printBase64, printHex } from './wire.ts'
import type { WireReader, WireWriter } from './wire.ts'

function parseNumber(text: string, field: Field, widest: number): number {
  if (!/^\d+$/.test(text)) {
    const label = text.toLowerCase()
    const named = field.options?.find((option) => option.label.toLowerCase() === label)
    if (named !== undefined) return Number(named.value)
    throw new DnsTextError('not_a_number', { text })
  }
  const value = Number(text)
  const min = field.min ?? 0
  const max = field.max ?? widest
  if (value < min || value > max) throw new DnsTextError('number_out_of_range', { text, min, max })
  return value
}

function numberCodec(write: (out: WireWriter, value: number) => void, read: (wire: WireReader) => number, widest: number): FieldCodec {
  return {
    parse(tokens, field, out, context) {
      const value = parseNumber(tokens.next(), field, widest)
      context.seen[field.name] = value
      write(out, value)
    },
    print(wire, field, seen) {
      const value = read(wire)
      seen[field.name] = value
      return String(value)
    },
  }
}

function checkLength(bytes: Uint8Array, field: Field, context: FieldContext): void {
  if (field.minBytes !== undefined && bytes.length < field.minBytes) {
    throw new DnsTextError('wrong_length', { expectedBytes: field.minBytes, actualBytes: bytes.length })
  }
  if (field.lengthBy === undefined) return
  const expected = field.lengthBy.bytes[context.seen[field.lengthBy.field] ?? -1]
  if (expected !== undefined && bytes.length !== expected) {
    throw new DnsTextError('wrong_length', { expectedBytes: expected, actualBytes: bytes.length })
  }
}

/** Digits to the end of the record, white space allowed; refuses none unless the field may be empty. */
function digitsCodec(parse: (text: string) => Uint8Array, print: (bytes: Uint8Array) => string): FieldCodec {
  return {
    parse(tokens, field, out, context) {
      const bytes = parse(tokens.rest())
      if (bytes.length === 0 && field.mayBeEmpty !== true) throw new DnsTextError('too_few_fields')
      checkLength(bytes, field, context)
      out.bytes(bytes)
    },
    print: (wire) => print(wire.rest()),
  }
}

// RFC 3403 §4.1 with RFC 3402 §3.2: delimiter, expression, delimiter, substitution, delimiter, flag.
function checkNaptrRegexp(bytes: Uint8Array): void {
  if (bytes.length === 0) return
  const text = Array.from(bytes, (octet) => String.fromCharCode(octet)).join('')
  const delimiter = text.charAt(0)
  const parts: string[] = ['']
  for (let index = 1; index < text.length; index += 1) {
    if (text.charAt(index) === delimiter) parts.push('')
    else if (text.charAt(index) === '\\' && index + 1 < text.length) {
      parts[parts.length - 1] += text.slice(index, index + 2)
      index += 1
    } else parts[parts.length - 1] += text.charAt(index)
  }
  const [expression = '', substitution = '', flags = ''] = parts
  const groups = expression.replace(/\\./gs, '').replace(/[^(]/g, '').length
  const references = Array.from(substitution.matchAll(/\\(\d)/g), (match) => Number(match[1]))
  const isGood =
    parts.length === 3 &&
    !/[0-9\\i\0]/i.test(delimiter) &&
    expression !== '' &&
    /^i?$/i.test(flags) &&
    references.every((reference) => reference >= 1 && reference <= groups)
  if (!isGood) throw new DnsTextError('bad_naptr_regexp', { text })
}

function parseStrings(tokens: Tokens): Uint8Array[] {
  const strings = [decodeText(tokens.next())]
  while (!tokens.isAtEnd) strings.push(decodeText(tokens.next()))
  // One long text is cut for its writer; of several, the cuts were the writer's own.
  if (strings.length === 1) return splitStrings(strings[0] as Uint8Array)
  const long = strings.find((string) => string.length > maxStringBytes)
  if (long !== undefined) throw new DnsTextError('text_too_long', { bytes: long.length, max: maxStringBytes })
  return strings
}

function printString(wire: WireReader): string {
  return printText(wire.bytes(wire.uint8()))
}

/** How each kind of field is read from words and printed from octets. */
export const fieldCodecs: Readonly<Record<FieldKind, FieldCodec>> = {
  ipv4: { parse: (tokens, _field, out) => out.bytes(parseIpv4(tokens.next())), print: (wire) => printIpv4(wire.bytes(4)) },
  ipv6: { parse: (tokens, _field, out) => out.bytes(parseIpv6(tokens.next())), print: (wire) => printIpv6(wire.bytes(16)) },
  name: {
    parse(tokens, field, out, context) {
      const name = nextName(tokens, context)
      // RFC 3403 §4.1: a NAPTR has a regular expression or a replacement, not both.
      if (field.rootUnlessEmpty !== undefined && (context.seen[field.rootUnlessEmpty] ?? 0) > 0 && name.length > 1) {
        throw new DnsTextError('naptr_regexp_and_replacement')
      }
      out.bytes(name)
    },
    print: printName,
  },
  uint8: numberCodec(
    (out, value) => out.uint8(value),
    (wire) => wire.uint8(),
    0xff,
  ),
  uint16: numberCodec(
    (out, value) => out.uint16(value),
    (wire) => wire.uint16(),
    0xffff,
  ),
  uint32: numberCodec(
    (out, value) => out.uint32(value),
    (wire) => wire.uint32(),
    0xffffffff,
  ),
  seconds: { parse: (tokens, field, out) => out.uint32(parseTtl(tokens.next(), field.max ?? 0xffffffff)), print: (wire) => String(wire.uint32()) },
  text: {
    parse(tokens, field, out, context) {
      const bytes = decodeText(tokens.next())
      if (bytes.length > maxStringBytes) {
        throw new DnsTextError('text_too_long', { bytes: bytes.length, max: maxStringBytes })
      }
      if (bytes.length === 0 && field.mayBeEmpty !== true) throw new DnsTextError('text_empty')
      context.seen[field.name] = bytes.length
      out.uint8(bytes.length)
      out.bytes(bytes)
    },
    print: printString,
  },
  'naptr-regexp': {
    parse(tokens, field, out, context) {
      const start = tokens.position
      fieldCodecs.text.parse(tokens, field, out, context)
      checkNaptrRegexp(decodeText(tokens.texts[start] as string))
    },
    print: printString,
  },
  texts: {
    parse(tokens, _field, out) {
      for (const string of parseStrings(tokens)) {
        out.uint8(string.length)
        out.bytes(string)
      }
    },
    print(wire) {
      const strings: string[] = []
      do strings.push(printString(wire))
      while (wire.remaining > 0)
      return strings.join(' ')
    },
  },
  'long-text': {
    parse(tokens, field, out) {
      const bytes = decodeText(tokens.next())
      if (bytes.length === 0 && field.mayBeEmpty !== true) throw new DnsTextError('text_empty')
      out.bytes(bytes)
    },
    print: (wire) => printText(wire.rest()),
  },
  hex: digitsCodec(parseHex, printHex),
  base64: digitsCodec(parseBase64, printBase64),
  'caa-tag': {
    parse(tokens, _field, out) {
      const tag = tokens.next()
      // RFC 8659 §4.1: ASCII letters and digits.
      if (!/^[0-9A-Za-z]{1,255}$/.test(tag)) throw new DnsTextError('bad_caa_tag', { tag })
      out.uint8(tag.length)
      out.bytes(decodeText(tag))
    },
    print(wire) {
      const tag = String.fromCharCode(...wire.bytes(wire.uint8()))
      if (!/^[0-9A-Za-z]+$/.test(tag)) throw new DnsTextError('bad_wire', { offset: wire.offset })
      return tag
    },
  },
  'svc-params': { parse: (tokens, _field, out, context) => parseServiceParams(tokens, context.seen['priority'] ?? 0, out), print: printServiceParams },
  location: { parse: (tokens, _field, out) => parseLocation(tokens, out), print: printLocation },
  ...furtherCodecs,
}
