import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

/*
 * ZIP as it is produced (APPNOTE 6.3.10), one file after the other: of each only its place is kept until the end. Without the extension
 * for more than 4 GB or 65,535 files.
 */

export type ZipEntry = { readonly name: string; readonly body: Buffer }

const deflated = promisify(deflateRaw)

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const version = 20
/** Names are UTF-8. */
const flags = 0x0800
const deflateMethod = 8
const largest = 0xffffffff

type Placed = { name: Buffer; fields: Buffer; offset: number }

/** Bytes of a ZIP file with these files in it, all of this moment. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer> {
  const placed: Placed[] = []
  const moment = momentOf(at)
  let offset = 0
  for await (const { name, body } of entries) {
    const packed = await deflated(body)
    const nameBytes = Buffer.from(name, 'utf8')
    const fields = fieldsOf(body, packed, moment, nameBytes.length)
    const header = Buffer.concat([uint32(localSignature), fields, nameBytes])
    placed.push({ name: nameBytes, fields, offset })
    offset += header.length + packed.length
    if (offset > largest) throw new Error('a ZIP file of more than 4 GB')
    yield header
    yield packed
  }
  let size = 0
  for (const entry of placed) {
    const header = centralHeader(entry)
    size += header.length
    yield header
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(placed.length, 8)
  end.writeUInt16LE(placed.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  yield end
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** What the header before a file and its row in the directory have in common. */
function fieldsOf(body: Buffer, packed: Buffer, moment: number, nameLength: number): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(version, 0)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(deflateMethod, 4)
  fields.writeUInt32LE(moment, 6)
  fields.writeUInt32LE(crc32(body), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(body.length, 18)
  fields.writeUInt16LE(nameLength, 22)
  return fields
}

function centralHeader({ name, fields, offset }: Placed): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([uint32(centralSignature), Buffer.from([version, 0]), fields, rest, name])
}

/** Date and time of MS-DOS, in steps of two seconds, as this machine's clock has them. */
function momentOf(at: Date): number {
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1)
  const date = (Math.max(0, at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()
  return ((date << 16) | time) >>> 0
}
