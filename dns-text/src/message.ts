import { maskBytes, parseAddress, printAddress } from './addresses.ts'
import type { AddressFamily } from './addresses.ts'
import { DnsTextError } from './errors.ts'
import { lowerWireName, nameToWire, wireToName } from './names.ts'
import { parseRdata, printRdataFrom, printUnknownRdata } from './rdata.ts'
import { parseTypeName, printTypeName } from './record-types.ts'
import { WireReader, WireWriter } from './wire.ts'

/** EDNS client subnet (RFC 7871 §6). */
export interface ClientSubnet {
  family: AddressFamily
  address: string
  sourcePrefixLength: number
  /** 0 in queries. */
  scopePrefixLength: number
}

export interface Edns {
  version: number
  udpPayloadBytes: number
  isDnssecOk: boolean
  clientSubnet?: ClientSubnet
  /** All options as they stand, the client subnet included. */
  options: { code: number; bytes: Uint8Array }[]
}

export interface Question {
  name: string
  type: string
  classCode: number
}

export interface MessageRecord {
  /** Absolute, case as sent, with final dot. */
  name: string
  type: string
  classCode: number
  ttlSeconds: number
  /** Canonical presentation; data that breaks the rules of its type in the form of RFC 3597. */
  value: string
}

export interface DnsMessage {
  id: number
  isResponse: boolean
  opcode: number
  isAuthoritative: boolean
  isTruncated: boolean
  recursionDesired: boolean
  recursionAvailable: boolean
  authenticData: boolean
  checkingDisabled: boolean
  /** With the upper bits of EDNS (RFC 6891 §6.1.3). */
  rcode: number
  questions: Question[]
  answers: MessageRecord[]
  authorities: MessageRecord[]
  /** Without the OPT record, which is `edns`. */
  additionals: MessageRecord[]
  edns?: Edns
}

const optCode = 41
const clientSubnetCode = 8
const classIn = 1

// IANA "DNS RCODEs".
const rcodeNames: Readonly<Record<number, string>> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  6: 'YXDOMAIN',
  7: 'YXRRSET',
  8: 'NXRRSET',
  9: 'NOTAUTH',
  10: 'NOTZONE',
  16: 'BADVERS',
  23: 'BADCOOKIE',
}

/** The name of a response code, or `RCODEnn`. */
export function printRcode(rcode: number): string {
  return rcodeNames[rcode] ?? `RCODE${rcode}`
}

/** The option's octets for `address` or `address/length`; without a length 24 (IPv4) or 56 (IPv6), as RFC 7871 §11.1 advises. */
export function encodeClientSubnet(subnet: string, scopePrefixLength = 0): Uint8Array {
  const [address = '', lengthText] = subnet.split('/')
  const { family, bytes } = parseAddress(address)
  const prefixLength = lengthText === undefined ? (family === 4 ? 24 : 56) : Number(lengthText)
  if (!/^\d{1,3}$/.test(lengthText ?? '0') || prefixLength > bytes.length * 8) {
    throw new DnsTextError('bad_cidr', { text: subnet })
  }
  const out = new WireWriter()
  out.uint16(family === 4 ? 1 : 2)
  out.uint8(prefixLength)
  out.uint8(scopePrefixLength)
  out.bytes(maskBytes(bytes, prefixLength).subarray(0, Math.ceil(prefixLength / 8)))
  return out.finish()
}

/** Reads the client-subnet option; throws bad_message for what RFC 7871 §6 forbids. */
export function decodeClientSubnet(bytes: Uint8Array): ClientSubnet {
  const wire = new WireReader(bytes)
  const familyCode = wire.uint16()
  const sourcePrefixLength = wire.uint8()
  const scopePrefixLength = wire.uint8()
  const size = familyCode === 1 ? 4 : familyCode === 2 ? 16 : 0
  const address = new Uint8Array(size)
  const tooLong = sourcePrefixLength > size * 8 || scopePrefixLength > size * 8
  if (size === 0 || tooLong || wire.remaining !== Math.ceil(sourcePrefixLength / 8)) {
    throw new DnsTextError('bad_message', { option: clientSubnetCode })
  }
  address.set(wire.rest())
  if (maskBytes(address, sourcePrefixLength).some((octet, index) => octet !== address[index])) {
    throw new DnsTextError('bad_message', { option: clientSubnetCode })
  }
  return { family: size === 4 ? 4 : 6, address: printAddress(address), sourcePrefixLength, scopePrefixLength }
}

export interface QueryOptions {
  /** 0–65535. */
  id: number
  name: string
  type: string
  /** `address` or `address/length` of the client to ask for (RFC 7871). */
  subnet?: string
  recursionDesired?: boolean
  /** What answers over UDP may measure; 1232 by default, `false` sends no EDNS at all (then `subnet` is refused). */
  udpPayloadBytes?: number | false
  isDnssecOk?: boolean
  classCode?: number
}

/** One question as a message (RFC 1035 §4.1, RFC 6891). Throws as nameToWire, parseTypeName and parseAddress. */
export function encodeQuery(options: QueryOptions): Uint8Array {
  const udpPayloadBytes = options.udpPayloadBytes ?? 1232
  if (udpPayloadBytes === false && options.subnet !== undefined) throw new DnsTextError('bad_message', { option: clientSubnetCode })
  const subnetBytes = options.subnet === undefined ? undefined : encodeClientSubnet(options.subnet)
  const message: DnsMessage = {
    id: options.id,
    isResponse: false,
    opcode: 0,
    isAuthoritative: false,
    isTruncated: false,
    recursionDesired: options.recursionDesired ?? false,
    recursionAvailable: false,
    authenticData: false,
    checkingDisabled: false,
    rcode: 0,
    answers: [],
    authorities: [],
    additionals: [],
    questions: [{ name: options.name, type: options.type, classCode: options.classCode ?? classIn }],
  }
  if (udpPayloadBytes !== false) {
    const ednsOptions = subnetBytes === undefined ? [] : [{ code: clientSubnetCode, bytes: subnetBytes }]
    message.edns = { version: 0, udpPayloadBytes, isDnssecOk: options.isDnssecOk ?? false, options: ednsOptions }
  }
  return encodeMessage(message)
}

/** Writes owner names with compression (RFC 1035 §4.1.4); names inside record data stay whole. */
class MessageWriter {
  out = new WireWriter(512)
  #offsets = new Map<string, number>()

  name(name: string): void {
    const wire = nameToWire(name)
    const lower = lowerWireName(wire)
    let position = 0
    while (wire[position] !== 0) {
      const suffix = lower.subarray(position).join()
      const known = this.#offsets.get(suffix)
      if (known !== undefined) {
        this.out.uint16(0xc000 | known)
        return
      }
      // A pointer has 14 bits.
      if (this.out.length < 0x4000) this.#offsets.set(suffix, this.out.length)
      const length = (wire[position] as number) + 1
      this.out.bytes(wire.subarray(position, position + length))
      position += length
    }
    this.out.uint8(0)
  }

  record(record: MessageRecord): void {
    this.name(record.name)
    this.out.uint16(parseTypeName(record.type))
    this.out.uint16(record.classCode)
    this.out.uint32(record.ttlSeconds)
    const { wire } = parseRdata(record.type, record.value)
    this.out.uint16(wire.length)
    this.out.bytes(wire)
  }

  edns(edns: Edns, rcode: number): void {
    this.out.uint8(0)
    this.out.uint16(optCode)
    this.out.uint16(edns.udpPayloadBytes)
    this.out.uint8(rcode >> 4)
    this.out.uint8(edns.version)
    this.out.uint16(edns.isDnssecOk ? 0x8000 : 0)
    const lengthAt = this.out.length
    this.out.uint16(0)
    for (const { code, bytes } of edns.options) {
      this.out.uint16(code)
      this.out.uint16(bytes.length)
      this.out.bytes(bytes)
    }
    this.out.uint16At(lengthAt, this.out.length - lengthAt - 2)
  }
}

/** A whole message, query or answer. Of `edns`, `options` is what is sent. Throws as parseRdata, nameToWire and parseTypeName. */
export function encodeMessage(message: DnsMessage): Uint8Array {
  const writer = new MessageWriter()
  const { out } = writer
  const flag = (isSet: boolean, bit: number): number => (isSet ? bit : 0)
  out.uint16(message.id)
  out.uint16(
    flag(message.isResponse, 0x8000) |
      (message.opcode << 11) |
      flag(message.isAuthoritative, 0x0400) |
      flag(message.isTruncated, 0x0200) |
      flag(message.recursionDesired, 0x0100) |
      flag(message.recursionAvailable, 0x0080) |
      flag(message.authenticData, 0x0020) |
      flag(message.checkingDisabled, 0x0010) |
      (message.rcode & 15),
  )
  out.uint16(message.questions.length)
  out.uint16(message.answers.length)
  out.uint16(message.authorities.length)
  out.uint16(message.additionals.length + (message.edns === undefined ? 0 : 1))
  for (const question of message.questions) {
    writer.name(question.name)
    out.uint16(parseTypeName(question.type))
    out.uint16(question.classCode)
  }
  for (const record of [...message.answers, ...message.authorities, ...message.additionals]) writer.record(record)
  if (message.edns !== undefined) writer.edns(message.edns, message.rcode)
  return out.finish()
}

function readName(wire: WireReader): string {
  const { name, end } = wireToName(wire.message, wire.offset, 'followed')
  wire.offset = end
  return name
}

function readEdns(wire: WireReader, classCode: number, ttlBits: number): Edns {
  const edns: Edns = { version: (ttlBits >>> 16) & 255, udpPayloadBytes: classCode, isDnssecOk: (ttlBits & 0x8000) !== 0, options: [] }
  while (wire.remaining > 0) {
    const code = wire.uint16()
    const bytes = wire.bytes(wire.uint16()).slice()
    edns.options.push({ code, bytes })
    if (code === clientSubnetCode) edns.clientSubnet = decodeClientSubnet(bytes)
  }
  return edns
}

function readRdata(typeCode: number, message: Uint8Array, offset: number, end: number): string {
  try {
    return printRdataFrom(typeCode, new WireReader(message, offset, end, 'followed'))
  } catch (error) {
    if (error instanceof DnsTextError) return printUnknownRdata(message.subarray(offset, end))
    throw error
  }
}

class MessageReader {
  #wire: WireReader
  edns: Edns | undefined
  upperRcode = 0

  constructor(wire: WireReader) {
    this.#wire = wire
  }

  questions(count: number): Question[] {
    const questions: Question[] = []
    for (let index = 0; index < count; index += 1) {
      const name = readName(this.#wire)
      questions.push({ name, type: printTypeName(this.#wire.uint16()), classCode: this.#wire.uint16() })
    }
    return questions
  }

  records(count: number, mayHoldEdns: boolean): MessageRecord[] {
    const wire = this.#wire
    const records: MessageRecord[] = []
    for (let index = 0; index < count; index += 1) {
      const name = readName(wire)
      const typeCode = wire.uint16()
      const classCode = wire.uint16()
      const ttlBits = wire.uint32()
      const length = wire.uint16()
      const start = wire.offset
      wire.bytes(length)
      if (typeCode === optCode) {
        // RFC 6891 §6.1.1: one OPT at most, in the additional section, owned by the root.
        if (!mayHoldEdns || this.edns !== undefined || name !== '.') throw new DnsTextError('bad_message', { type: 'OPT' })
        this.edns = readEdns(new WireReader(wire.message, start, start + length), classCode, ttlBits)
        this.upperRcode = ttlBits >>> 24
        continue
      }
      const value = readRdata(typeCode, wire.message, start, start + length)
      // RFC 2181 §8: a TTL with the highest bit set counts as zero.
      const ttlSeconds = ttlBits > 0x7fffffff ? 0 : ttlBits
      records.push({ name, type: printTypeName(typeCode), classCode, ttlSeconds, value })
    }
    return records
  }
}

/** Reads a whole message (RFC 1035 §4, RFC 6891, RFC 7871). Throws bad_message, or bad_wire when it ends too early. */
export function decodeMessage(bytes: Uint8Array): DnsMessage {
  const wire = new WireReader(bytes, 0, bytes.length, 'followed')
  const id = wire.uint16()
  const flags = wire.uint16()
  const counts = [wire.uint16(), wire.uint16(), wire.uint16(), wire.uint16()] as const
  const reader = new MessageReader(wire)
  const questions = reader.questions(counts[0])
  const answers = reader.records(counts[1], false)
  const authorities = reader.records(counts[2], false)
  const additionals = reader.records(counts[3], true)
  if (wire.remaining > 0) throw new DnsTextError('bad_message', { trailingBytes: wire.remaining })
  const message: DnsMessage = {
    id,
    isResponse: (flags & 0x8000) !== 0,
    opcode: (flags >> 11) & 15,
    isAuthoritative: (flags & 0x0400) !== 0,
    isTruncated: (flags & 0x0200) !== 0,
    recursionDesired: (flags & 0x0100) !== 0,
    recursionAvailable: (flags & 0x0080) !== 0,
    authenticData: (flags & 0x0020) !== 0,
    checkingDisabled: (flags & 0x0010) !== 0,
    rcode: (reader.upperRcode << 4) | (flags & 15),
    questions,
    answers,
    authorities,
    additionals,
  }
  if (reader.edns !== undefined) message.edns = reader.edns
  return message
}
