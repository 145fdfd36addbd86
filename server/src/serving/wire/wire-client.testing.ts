import { decode, type Answer as DecodedRecord, type OptAnswer } from 'dns-packet'

/** A query as tests write it. */
export type TestQuery = {
  readonly name: string
  readonly type: number
  readonly class?: number
  readonly id?: number
  /** The two flag bytes, default RD. */
  readonly flags?: number
  readonly edns?: { readonly udpBytes?: number; readonly version?: number; readonly dnssecOk?: boolean; readonly options?: Buffer }
}

/** Wire form of a plain name, its case kept. */
export function plainWire(name: string): Buffer {
  const labels = name === '' || name === '.' ? [] : name.replace(/\.$/, '').split('.')
  return Buffer.concat([...labels.map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label, 'latin1')])), Buffer.of(0)])
}

export function queryPacket(query: TestQuery): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.id ?? 0x1234, 0)
  header.writeUInt16BE(query.flags ?? 0x0100, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(query.edns === undefined ? 0 : 1, 10)
  const fixed = Buffer.alloc(4)
  fixed.writeUInt16BE(query.type, 0)
  fixed.writeUInt16BE(query.class ?? 1, 2)
  return Buffer.concat([header, plainWire(query.name), fixed, query.edns === undefined ? Buffer.alloc(0) : optRecord(query.edns)])
}

function optRecord(edns: NonNullable<TestQuery['edns']>): Buffer {
  const options = edns.options ?? Buffer.alloc(0)
  const opt = Buffer.alloc(11)
  opt.writeUInt16BE(41, 1)
  opt.writeUInt16BE(edns.udpBytes ?? 1232, 3)
  opt.writeUInt8(edns.version ?? 0, 6)
  opt.writeUInt16BE(edns.dnssecOk === true ? 0x8000 : 0, 7)
  opt.writeUInt16BE(options.length, 9)
  return Buffer.concat([opt, options])
}

/** The client subnet option (RFC 7871 §6); `address` already cut to the bytes the prefix needs. */
export function subnetOption(family: number, sourcePrefix: number, address: readonly number[], scope = 0): Buffer {
  const option = Buffer.alloc(8)
  option.writeUInt16BE(8, 0)
  option.writeUInt16BE(4 + address.length, 2)
  option.writeUInt16BE(family, 4)
  option.writeUInt8(sourcePrefix, 6)
  option.writeUInt8(scope, 7)
  return Buffer.concat([option, Buffer.from(address)])
}

/** A reply as tests compare it: records as lines of text, names in lower case. */
export type TestReply = {
  readonly id: number
  readonly opcode: number
  readonly rcode: number
  /** Names of the set flags among qr aa tc rd ra ad cd. */
  readonly flags: string
  readonly question: string
  readonly answer: string[]
  readonly authority: string[]
  readonly additional: string[]
  readonly edns: { udpBytes: number; version: number; dnssecOk: boolean; subnet: string | null } | null
}

const flagBits = [
  ['qr', 0x8000],
  ['aa', 0x400],
  ['tc', 0x200],
  ['rd', 0x100],
  ['ra', 0x80],
  ['ad', 0x20],
  ['cd', 0x10],
] as const

/** Reads a reply with a codec that is not ours. @throws when it is not well-formed */
export function readReply(message: Buffer): TestReply {
  const decoded = decode(message)
  const flags = message.readUInt16BE(2)
  const opt = decoded.additionals?.find((record): record is OptAnswer => record.type === 'OPT')
  const lines = (records: readonly DecodedRecord[] | undefined): string[] => (records ?? []).filter((record) => record.type !== 'OPT').map(recordLine)
  return {
    id: message.readUInt16BE(0),
    opcode: (flags >> 11) & 15,
    rcode: ((opt?.extendedRcode ?? 0) << 4) | (flags & 15),
    flags: flagBits
      .filter(([, bit]) => (flags & bit) !== 0)
      .map(([name]) => name)
      .join(' '),
    question: (decoded.questions ?? []).map(({ name, type, class: qclass }) => `${name} ${qclass ?? ''} ${type}`).join(),
    answer: lines(decoded.answers),
    authority: lines(decoded.authorities),
    additional: lines(decoded.additionals),
    edns: opt === undefined ? null : { udpBytes: opt.udpPayloadSize, version: opt.ednsVersion, dnssecOk: opt.flag_do, subnet: subnetText(opt) },
  }
}

function subnetText(opt: OptAnswer): string | null {
  for (const option of opt.options) {
    if (option.code === 8 && 'ip' in option) return `${option.ip}/${option.sourcePrefixLength}/${option.scopePrefixLength}`
  }
  return null
}

function recordLine(record: DecodedRecord): string {
  if (record.type === 'OPT') return 'OPT'
  const ttl = 'ttl' in record ? record.ttl : 0
  return `${record.name.toLowerCase()} ${ttl} ${record.type} ${rdataText('data' in record ? record.data : '')}`
}

function rdataText(rdata: unknown): string {
  if (typeof rdata === 'string') return rdata.toLowerCase()
  if (Buffer.isBuffer(rdata)) return rdata.toString('hex')
  if (Array.isArray(rdata)) return rdata.map((part) => (Buffer.isBuffer(part) ? part.toString('latin1') : String(part))).join('|')
  if (typeof rdata === 'object' && rdata !== null) {
    return Object.entries(rdata)
      .map(([field, value]) => `${field}=${rdataText(value)}`)
      .join(' ')
  }
  return String(rdata)
}
