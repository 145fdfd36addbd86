import { parseIpv4, parseIpv6, printIpv4, printIpv6 } from './addresses.ts'
import { decodeText, printText } from './character-strings.ts'
import { DnsTextError } from './errors.ts'
import type { Tokens } from './tokens.ts'
import { WireReader, WireWriter, parseBase64, printBase64 } from './wire.ts'

interface ServiceKey {
  name: string
  /** Printed instead of the name, for engines that do not know the name yet. */
  printedName?: string
  /** The octets of a value whose outer escapes are resolved (RFC 9460 Appendix A); undefined: the key takes no value. */
  parse?: (value: Uint8Array) => Uint8Array
  /** The value as it stands behind `=`; throws bad_wire. */
  print: (wire: WireReader) => string
}

const latin = (bytes: Uint8Array): string => Array.from(bytes, (octet) => String.fromCharCode(octet)).join('')
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** RFC 9460 Appendix A.1: splits at commas; `\,` and `\\` stand for themselves. */
function splitList(value: Uint8Array): string[] {
  const parts: string[] = ['']
  const text = latin(value)
  for (let index = 0; index < text.length; index += 1) {
    let character = text.charAt(index)
    if (character === ',') {
      parts.push('')
      continue
    }
    if (character === '\\') {
      index += 1
      character = text.charAt(index)
      if (character !== ',' && character !== '\\') throw new DnsTextError('svc_bad_value', { value: text })
    }
    parts[parts.length - 1] += character
  }
  if (parts.includes('')) throw new DnsTextError('svc_bad_value', { value: text })
  return parts
}

function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const out = new WireWriter()
  for (const chunk of chunks) out.bytes(chunk)
  return out.finish()
}

function addressList(parse: (text: string) => Uint8Array, print: (bytes: Uint8Array) => string, size: number) {
  return {
    parse: (value: Uint8Array): Uint8Array => joinBytes(splitList(value).map(parse)),
    print: (wire: WireReader): string => {
      const addresses: string[] = []
      do addresses.push(print(wire.bytes(size)))
      while (wire.remaining > 0)
      return addresses.join(',')
    },
  }
}

function parseAlpn(value: Uint8Array): Uint8Array {
  const out = new WireWriter()
  for (const protocol of splitList(value)) {
    if (protocol.length > 255) throw new DnsTextError('svc_bad_value', { value: protocol })
    out.uint8(protocol.length)
    out.bytes(bytesOf(protocol))
  }
  return out.finish()
}

function printAlpn(wire: WireReader): string {
  const protocols: string[] = []
  do {
    const length = wire.uint8()
    if (length === 0) throw new DnsTextError('bad_wire', { offset: wire.offset })
    protocols.push(latin(wire.bytes(length)).replace(/[\\,]/g, '\\$&'))
  } while (wire.remaining > 0)
  return printText(bytesOf(protocols.join(',')))
}

function parsePort(value: Uint8Array): Uint8Array {
  const text = latin(value)
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) throw new DnsTextError('svc_bad_value', { value: text })
  return Uint8Array.of(Number(text) >> 8, Number(text) & 255)
}

function parseMandatory(value: Uint8Array): Uint8Array {
  const keys = splitList(value).map(keyNumber)
  const sorted = [...new Set(keys)].sort((left, right) => left - right)
  // RFC 9460 §8: each key once, and never `mandatory` itself.
  if (sorted.length !== keys.length || sorted[0] === 0) throw new DnsTextError('svc_bad_value', { value: latin(value) })
  return joinBytes(sorted.map((key) => Uint8Array.of(key >> 8, key & 255)))
}

function readMandatory(wire: WireReader): number[] {
  const keys: number[] = []
  do {
    const key = wire.uint16()
    if (key <= (keys.at(-1) ?? 0)) throw new DnsTextError('bad_wire', { key })
    keys.push(key)
  } while (wire.remaining > 0)
  return keys
}

// RFC 9461 §5: a relative URI template in UTF-8 with the variable "dns".
function checkDohPath(path: string): boolean {
  return path.startsWith('/') && /\{[?&/;+#.]?(?:[^{}]*,)?dns(?:[,:*][^{}]*)?\}/.test(path)
}

function parseDohPath(value: Uint8Array): Uint8Array {
  const path = latin(value)
  if (!checkDohPath(path)) throw new DnsTextError('svc_bad_value', { value: path })
  return value
}

function printNothing(wire: WireReader): string {
  if (wire.remaining > 0) throw new DnsTextError('bad_wire', { offset: wire.offset })
  return ''
}

// IANA "DNS SVCB: Service Parameter Keys (SvcParamKeys)", RFC 9460 §14.3.2, RFC 9461 §5, RFC 9540 §4.
const knownKeys: Readonly<Record<number, ServiceKey>> = {
  0: { name: 'mandatory', parse: parseMandatory, print: (wire) => readMandatory(wire).map(keyName).join(',') },
  1: { name: 'alpn', parse: parseAlpn, print: printAlpn },
  2: { name: 'no-default-alpn', print: printNothing },
  3: { name: 'port', parse: parsePort, print: (wire) => String(wire.uint16()) },
  4: { name: 'ipv4hint', ...addressList(parseIpv4, printIpv4, 4) },
  5: {
    name: 'ech',
    parse: (value) => parseBase64(latin(value)),
    print: (wire) => {
      if (wire.remaining === 0) throw new DnsTextError('bad_wire', { offset: wire.offset })
      return printBase64(wire.rest())
    },
  },
  6: { name: 'ipv6hint', ...addressList(parseIpv6, printIpv6, 16) },
  7: {
    name: 'dohpath',
    parse: parseDohPath,
    print: (wire) => {
      const value = wire.rest()
      if (!checkDohPath(latin(value))) throw new DnsTextError('bad_wire', { offset: wire.offset })
      return printText(value)
    },
  },
  8: { name: 'ohttp', printedName: 'key8', print: printNothing },
}

const numbersByName = new Map(Object.entries(knownKeys).map(([number, key]) => [key.name, Number(number)]))

/** The names of the service keys this package knows, in the order of their numbers. */
export const serviceKeyNames: readonly string[] = [...numbersByName.keys()]

function keyNumber(name: string): number {
  const known = numbersByName.get(name)
  if (known !== undefined) return known
  const digits = /^key(0|[1-9]\d{0,4})$/.exec(name)?.[1]
  // RFC 9460 §14.3.2: 65535 is reserved as the invalid key.
  if (digits === undefined || Number(digits) >= 65535) throw new DnsTextError('svc_bad_key', { key: name })
  return Number(digits)
}

function keyName(number: number): string {
  return knownKeys[number]?.printedName ?? knownKeys[number]?.name ?? `key${number}`
}

function encodeValue(number: number, name: string, value: string | undefined): Uint8Array {
  const key = knownKeys[number]
  // RFC 9460 §2.1: keyNNNNN takes the value's octets as they are; known keys are checked when the whole is printed.
  if (key === undefined || name.startsWith('key')) return value === undefined ? new Uint8Array(0) : decodeText(value)
  if (key.parse === undefined) {
    if (value !== undefined && value !== '') throw new DnsTextError('svc_value_not_allowed', { key: name })
    return new Uint8Array(0)
  }
  const octets = decodeText(value ?? '')
  if (octets.length === 0) throw new DnsTextError('svc_value_missing', { key: name })
  try {
    return key.parse(octets)
  } catch (error) {
    if (error instanceof DnsTextError) throw new DnsTextError('svc_bad_value', { key: name, value: value ?? '' })
    throw error
  }
}

/** RFC 9460 §8 and §7.1.1: what one key demands of the others. */
function checkTogether(values: ReadonlyMap<number, Uint8Array>): void {
  if (values.has(2) && !values.has(1)) throw new DnsTextError('svc_alpn_missing')
  const mandatory = values.get(0)
  if (mandatory === undefined) return
  for (const key of readMandatory(new WireReader(mandatory))) {
    if (!values.has(key)) throw new DnsTextError('svc_mandatory_missing', { key: keyName(key) })
  }
}

/** Reads the key list of HTTPS and SVCB, in any order, and writes it sorted (RFC 9460 §2.1, §2.2). Throws svc_*. */
export function parseServiceParams(tokens: Tokens, priority: number, out: WireWriter): void {
  const values = new Map<number, Uint8Array>()
  while (!tokens.isAtEnd) {
    if (tokens.quoted[tokens.position] === true) throw new DnsTextError('svc_bad_key', { key: tokens.next() })
    const word = tokens.next()
    const equals = word.indexOf('=')
    const name = (equals < 0 ? word : word.slice(0, equals)).toLowerCase()
    let value = equals < 0 ? undefined : word.slice(equals + 1)
    const next = tokens.position
    if (tokens.glued[next] === true) {
      if (value !== '' || tokens.quoted[next] !== true) throw new DnsTextError('svc_bad_value', { key: name, value: word })
      value = tokens.next()
      // `key="a"b` is neither one value nor two.
      if (tokens.glued[next + 1] === true) throw new DnsTextError('svc_bad_value', { key: name, value })
    }
    const number = keyNumber(name)
    if (values.has(number)) throw new DnsTextError('svc_repeated_key', { key: name })
    values.set(number, encodeValue(number, name, value))
  }
  // RFC 9460 §2.4.2: AliasMode takes no parameters.
  if (priority === 0 && values.size > 0) throw new DnsTextError('svc_alias_with_params')
  checkTogether(values)
  for (const [number, value] of [...values].sort(([left], [right]) => left - right)) {
    if (value.length > 65535) throw new DnsTextError('rdata_too_long', { max: 65535 })
    out.uint16(number)
    out.uint16(value.length)
    out.bytes(value)
  }
}

/** The key list as text, empty when there is none. Throws bad_wire for keys out of order and values that do not fit their key. */
export function printServiceParams(wire: WireReader): string {
  const words: string[] = []
  let previous = -1
  while (wire.remaining > 0) {
    const number = wire.uint16()
    const value = new WireReader(wire.bytes(wire.uint16()))
    if (number <= previous || number === 65535) throw new DnsTextError('bad_wire', { key: number })
    previous = number
    const key = knownKeys[number]
    const text = key === undefined ? (value.remaining === 0 ? '' : printText(value.rest())) : key.print(value)
    words.push(text === '' ? keyName(number) : `${keyName(number)}=${text}`)
    if (value.remaining > 0) throw new DnsTextError('bad_wire', { key: number })
  }
  return words.join(' ')
}
