import { emptyQuery, readQuery, type Query } from '../wire/query.ts'
import { checkTsig, TsigSigner, type TsigKey } from '../wire/tsig.ts'
import { keyOfWire } from '../wire/wire-key.ts'
import { CLASS, OPCODE, TYPE } from '../wire/wire-types.ts'
import type { CompiledZone } from '../zone/rrset.ts'
import { soaOf } from './zone-records.ts'

const headerBytes = 12
const flagReply = 0x80
const flagAuthoritative = 0x04

/** A NOTIFY (RFC 1996 §3) that says which serial the zone has, and what a reply to it is checked with. */
export type NotifyMessage = { readonly bytes: Buffer; readonly id: number; readonly question: Buffer; readonly mac: Uint8Array }

export function notifyMessage(zone: CompiledZone, id: number, key: TsigKey | null, nowSeconds: number): NotifyMessage {
  const question = questionOf(zone.key)
  const header = Buffer.alloc(headerBytes)
  header.writeUInt16BE(id, 0)
  header[2] = (OPCODE.NOTIFY << 3) | flagAuthoritative
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(1, 6)
  const message = Buffer.concat([header, question, Buffer.of(0xc0, headerBytes), soaOf(zone).body])
  if (key === null) return { bytes: message, id, question, mac: new Uint8Array() }
  const signer = new TsigSigner(key)
  const bytes = signer.sign(message, nowSeconds)
  return { bytes, id, question, mac: signer.mac }
}

function questionOf(zoneKey: string): Buffer {
  const end = Buffer.alloc(5)
  end.writeUInt16BE(TYPE.SOA, 1)
  end.writeUInt16BE(CLASS.IN, 3)
  return Buffer.concat([Buffer.from(zoneKey, 'latin1'), end])
}

const read: Query = emptyQuery()

/** The code of a reply to this NOTIFY, and whether the key that it was signed with has signed it; null when it is no reply to it. */
export function readNotifyReply(
  reply: Uint8Array,
  { id, question, mac }: NotifyMessage,
  key: TsigKey | null,
  nowSeconds: number,
): { rcode: number; isSigned: boolean } | null {
  if (reply.length < headerBytes || ((reply[0]! << 8) | reply[1]!) !== id) return null
  if ((reply[2]! & flagReply) === 0 || ((reply[2]! >> 3) & 15) !== OPCODE.NOTIFY) return null
  // Read like a query of the same shape.
  const asQuery = Buffer.from(reply)
  asQuery[2]! &= ~(flagReply | (15 << 3))
  if (readQuery(asQuery, read) !== 'query' || read.type !== TYPE.SOA || read.name.key !== keyOfWire(question)) return null
  const rcode = reply[3]! & 15
  if (key === null) return { rcode, isSigned: true }
  const check = read.tsigAt === 0 ? null : checkTsig(reply, read.tsigAt, new Map([[keyOfWire(key.name), key]]), nowSeconds, mac)
  return { rcode, isSigned: check?.kind === 'good' }
}
