import { emptyNameKey, readNameKey, type NameKey } from './wire-key.ts'
import { TYPE } from './wire-types.ts'

/** The client subnet option of a query (RFC 7871 §6); `address` is zero-padded to 4 or 16 bytes. */
export type ClientSubnet = { readonly family: 1 | 2; readonly sourcePrefix: number; readonly address: Uint8Array }

/**
 * One query, read from its packet. An object is filled again for each packet: nothing of it may be kept.
 * `questionEnd` is 12 when there is no question that could be repeated in the reply.
 */
export type Query = {
  readonly name: NameKey
  opcode: number
  type: number
  class: number
  questionEnd: number
  hasEdns: boolean
  ednsVersion: number
  /** What the client can take by UDP, at least 512 (RFC 6891 §6.2.3). */
  udpBytes: number
  dnssecOk: boolean
  /** Null without the option, or with one about no address (family 0). */
  subnet: ClientSubnet | null
  /** The option as it came, to be repeated; offset and length in the packet, length 0 without. */
  subnetAt: number
  subnetBytes: number
  /** The client's cookie (RFC 7873): where it is in the packet, 0 without, and how long. */
  cookieAt: number
  cookieBytes: number
  /** It wants to know which node answers (RFC 5001). */
  asksNsid: boolean
  /** It is padded (RFC 7830), and so shall the reply be where nobody can read it. */
  isPadded: boolean
  /** Where its signature (RFC 8945) begins in the packet; 0 without. */
  tsigAt: number
}

/**
 * `drop`: not a query, or too short to reply to. `malformed`: FORMERR is due; whatever was read up to there stands in the query.
 * `other-opcode`: the header is good, the rest is as far as it could be read.
 */
export type Reading = 'query' | 'malformed' | 'other-opcode' | 'drop'

const headerBytes = 12
const smallestUdpBytes = 512
const optionNsid = 3
const optionClientSubnet = 8
const optionCookie = 10
const optionPadding = 12

export function emptyQuery(): Query {
  return {
    name: emptyNameKey(),
    opcode: 0,
    type: 0,
    class: 0,
    questionEnd: headerBytes,
    hasEdns: false,
    ednsVersion: 0,
    udpBytes: smallestUdpBytes,
    dnssecOk: false,
    subnet: null,
    subnetAt: 0,
    subnetBytes: 0,
    cookieAt: 0,
    cookieBytes: 0,
    asksNsid: false,
    isPadded: false,
    tsigAt: 0,
  }
}

/** Reads `packet` into `query`. Never throws and never reads past the packet, whatever it holds. */
export function readQuery(packet: Uint8Array, query: Query): Reading {
  query.name.key = ''
  query.name.labels = 0
  query.type = 0
  query.class = 0
  query.questionEnd = headerBytes
  query.hasEdns = false
  query.ednsVersion = 0
  query.udpBytes = smallestUdpBytes
  query.dnssecOk = false
  query.subnet = null
  query.subnetBytes = 0
  query.cookieAt = 0
  query.cookieBytes = 0
  query.asksNsid = false
  query.isPadded = false
  query.tsigAt = 0
  if (packet.length < headerBytes) return 'drop'
  const flags = packet[2] as number
  if ((flags & 0x80) !== 0) return 'drop' // a reply: answering it could start a loop
  query.opcode = (flags >> 3) & 15
  if (query.opcode === 0) return readQuestion(packet, query) ? 'query' : 'malformed'
  readQuestion(packet, query) // what can be read is repeated in the refusal
  return 'other-opcode'
}

function readQuestion(packet: Uint8Array, query: Query): boolean {
  if (uint16(packet, 4) !== 1) return false // RFC 9619 §4

  const nameEnd = readNameKey(packet, headerBytes, query.name)
  if (nameEnd < 0 || nameEnd + 4 > packet.length) {
    query.name.key = ''
    query.name.labels = 0
    return false
  }
  query.type = uint16(packet, nameEnd)
  query.class = uint16(packet, nameEnd + 2)
  query.questionEnd = nameEnd + 4
  return readRecords(packet, query)
}

function uint16(packet: Uint8Array, at: number): number {
  return ((packet[at] as number) << 8) | (packet[at + 1] as number)
}

/** Steps over the records behind the question and takes in EDNS. False when they are malformed. */
function readRecords(packet: Uint8Array, query: Query): boolean {
  const before = uint16(packet, 6) + uint16(packet, 8)
  const total = before + uint16(packet, 10)
  let at = query.questionEnd
  for (let i = 0; i < total; i += 1) {
    const owner = at
    at = skipName(packet, at)
    if (at < 0 || at + 10 > packet.length) return false
    const end = at + 10 + uint16(packet, at + 8)
    if (end > packet.length) return false
    if (uint16(packet, at) === TYPE.TSIG) {
      // The last one of all, and none before it (RFC 8945 §5.1).
      if (i < before || i !== total - 1) return false
      query.tsigAt = owner
    }
    if (uint16(packet, at) === TYPE.OPT) {
      // One, among the additional records, owned by the root (RFC 6891 §6.1.1).
      if (query.hasEdns || i < before || packet[owner] !== 0) return false
      query.hasEdns = true
      query.udpBytes = Math.max(uint16(packet, at + 2), smallestUdpBytes)
      query.ednsVersion = packet[at + 5] as number
      query.dnssecOk = ((packet[at + 6] as number) & 0x80) !== 0
      // Options of a later version may look different (RFC 6891 §6.1.3).
      if (query.ednsVersion === 0 && !readOptions(packet, at + 10, end, query)) return false
    }
    at = end
  }
  return at === packet.length
}

/** The offset behind a possibly compressed name, or -1; pointers end a name and are not followed. */
export function skipName(packet: Uint8Array, offset: number): number {
  let at = offset
  while (at < packet.length) {
    const length = packet[at] as number
    if (length === 0) return at + 1
    if (length >= 0xc0) return at + 2
    if (length > 63) return -1
    at += 1 + length
  }
  return -1
}

function readOptions(packet: Uint8Array, start: number, end: number, query: Query): boolean {
  let at = start
  while (at < end) {
    if (at + 4 > end) return false
    const bytes = uint16(packet, at + 2)
    const next = at + 4 + bytes
    if (next > end) return false
    const option = uint16(packet, at)
    if (option === optionNsid) query.asksNsid = true
    else if (option === optionPadding) query.isPadded = true
    else if (option === optionCookie && query.cookieAt === 0) {
      query.cookieAt = at + 4 // the first one counts (RFC 7873 §5.2)
      query.cookieBytes = bytes
    } else if (option === optionClientSubnet && query.subnetBytes === 0) {
      if (!readSubnet(packet, at + 4, bytes, query)) return false
      query.subnetAt = at
      query.subnetBytes = 4 + bytes
    }
    at = next
  }
  return true
}

/** RFC 7871 §6: address bytes as many as the prefix needs, no bit beyond it, scope 0 in a query. */
function readSubnet(packet: Uint8Array, at: number, bytes: number, query: Query): boolean {
  if (bytes < 4) return false
  const family = uint16(packet, at)
  const sourcePrefix = packet[at + 2] as number
  const addressBytes = bytes - 4
  if (packet[at + 3] !== 0) return false
  if (addressBytes !== (sourcePrefix + 7) >> 3) return false
  if (family === 0) return sourcePrefix === 0 // "about nobody", as some clients say /0
  if (family !== 1 && family !== 2) return false
  const full = family === 1 ? 4 : 16
  if (addressBytes > full) return false
  const spareBits = addressBytes * 8 - sourcePrefix
  if (spareBits > 0 && ((packet[at + 3 + addressBytes] as number) & ((1 << spareBits) - 1)) !== 0) return false
  const address = new Uint8Array(full)
  for (let i = 0; i < addressBytes; i += 1) address[i] = packet[at + 4 + i] as number
  query.subnet = { family, sourcePrefix, address }
  return true
}
