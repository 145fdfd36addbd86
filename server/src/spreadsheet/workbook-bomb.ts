import { createInflateRaw } from 'node:zlib'

/** Bytes that a workbook may unpack to; one of 50,000 rows of a log has about 20 MB. */
const unpackedBytes = 64 * 1024 * 1024

/** Unpacks each part with a limit first: what a part says of its own size is the sender's word (APPNOTE 4.3). */
export async function refuseBomb(bytes: Buffer): Promise<void> {
  const endMark = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (endMark < 0 || endMark + 22 > bytes.length) throw new Error('not a workbook')
  let left = unpackedBytes
  let entry = bytes.readUInt32LE(endMark + 16)
  const count = bytes.readUInt16LE(endMark + 10)
  if (count > 1000) throw new Error('too many parts')
  try {
    for (let part = 0; part < count; part++) {
      if (bytes.readUInt32LE(entry) !== 0x02014b50) throw new Error('a damaged directory')
      const method = bytes.readUInt16LE(entry + 10)
      const packed = bytes.readUInt32LE(entry + 20)
      const local = bytes.readUInt32LE(entry + 42)
      const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      if (method !== 0 && method !== 8) throw new Error('an unknown packing')
      left -= method === 0 ? packed : await unpackedSize(bytes.subarray(from, from + packed), left)
      if (left <= 0) throw new Error('too large')
      entry += 46 + bytes.readUInt16LE(entry + 28) + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32)
    }
  } catch (cause) {
    throw new Error('a damaged or too large part', { cause })
  }
}

/** The bytes that a part unpacks to, counted up to a limit and never kept. */
async function unpackedSize(packed: Buffer, most: number): Promise<number> {
  let size = 0
  const inflating = createInflateRaw()
  inflating.end(packed)
  for await (const piece of inflating) {
    size += (piece as Buffer).length
    if (size >= most) break
  }
  return size
}
