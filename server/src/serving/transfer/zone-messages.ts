import type { TransferRecord } from './zone-records.ts'

const headerBytes = 12
/** What a pointer can reach. Larger messages would save little, and smaller ones leave more room between them for queries. */
const messageBytes = 0x4000
const maxMessageBytes = 65_535
const apexPointer = Buffer.of(0xc0, headerBytes)

/**
 * The messages of a reply that carries these records, in their order (RFC 5936 §2.2). Records are asked for as messages are.
 * @param question header and question of the query, which every message repeats
 * @param spareBytes what is added to each message later
 */
export function* messagesOf(records: Iterable<TransferRecord>, question: Uint8Array, spareBytes: number): Generator<Buffer> {
  let parts: Buffer[] = []
  let bytes = question.length
  let count = 0
  let ownerAt = 0
  let lastOwner = ''
  const finish = (): Buffer => {
    const message = Buffer.concat([question, ...parts])
    message[2] = 0x84 | ((message[2] as number) & 0x01) // QR, AA, RD as asked
    message[3] = 0
    message.writeUInt16BE(count, 6)
    message.writeUInt32BE(0, 8)
    parts = []
    bytes = question.length
    count = 0
    return message
  }
  for (const { owner, body } of records) {
    const most = owner.length + 2 + body.length
    if (count > 0 && bytes + most > messageBytes) yield finish()
    if (bytes + most + spareBytes > maxMessageBytes) throw new RangeError('a record is too long for a transfer')
    const isRepeated = count > 0 && owner === lastOwner
    if (!isRepeated) ownerAt = bytes
    lastOwner = owner
    const name = owner === '' ? apexPointer : isRepeated ? pointerTo(ownerAt) : Buffer.concat([Buffer.from(owner, 'latin1'), apexPointer])
    parts.push(name, Buffer.from(body))
    bytes += name.length + body.length
    count += 1
  }
  yield finish()
}

function pointerTo(at: number): Buffer {
  return Buffer.of(0xc0 | (at >> 8), at & 255)
}
