import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { BackupRefusal } from './backup-refusal.ts'

/*
 * The outer form of a backup (docs/how-to/backup.md): a header of 68 octets, then AES-256-GCM chunks whose nonce counts
 * them and marks the last one, so that neither order nor end can be changed unnoticed. The key comes from a passphrase.
 */

const magic = Buffer.from('NPBACKUP')
const formatVersion = 1
export const headerBytes = 68
const tagBytes = 16
const checkBytes = 16

/** RFC 9106 §4, the second recommended option, for one thread. */
const cost = { memoryKib: 65_536, iterations: 3, lanes: 1 } as const
const mostCost = { memoryKib: 262_144, iterations: 10, lanes: 4 } as const
const chunkBytes = 65_536

type Header = { bytes: Buffer; memoryKib: number; iterations: number; lanes: number; chunkBytes: number; salt: Buffer; noncePrefix: Buffer; check: Buffer }

/** Keys of one backup: for its chunks, and for the root keys that it carries. */
export type BackupKeys = { stream: Buffer; carried: Buffer }

async function deriveKeys(passphrase: string, header: Pick<Header, 'memoryKib' | 'iterations' | 'lanes' | 'salt'>): Promise<BackupKeys> {
  // Argon2id is this function's own choice of algorithm.
  const secret = await hashRaw(passphrase.normalize('NFC'), {
    memoryCost: header.memoryKib,
    timeCost: header.iterations,
    parallelism: header.lanes,
    outputLen: 32,
    salt: header.salt,
  })
  const derived = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return { stream: derived('backup chunks'), carried: derived('backup root keys') }
}

const checkOf = (keys: BackupKeys): Buffer => createHmac('sha256', keys.stream).update('key check').digest().subarray(0, checkBytes)

/** The header and the keys of a new backup. */
export async function newHeader(passphrase: string): Promise<{ header: Buffer; keys: BackupKeys }> {
  const salt = randomBytes(16)
  const keys = await deriveKeys(passphrase, { ...cost, salt })
  const header = Buffer.alloc(headerBytes)
  magic.copy(header)
  header.writeUInt16BE(formatVersion, 8)
  // 1: argon2id.
  header.writeUInt16BE(1, 10)
  header.writeUInt32BE(cost.memoryKib, 12)
  header.writeUInt32BE(cost.iterations, 16)
  header.writeUInt32BE(cost.lanes, 20)
  header.writeUInt32BE(chunkBytes, 24)
  salt.copy(header, 28)
  randomBytes(7).copy(header, 44)
  checkOf(keys).copy(header, 52)
  return { header, keys }
}

function readHeader(bytes: Buffer): Header {
  if (bytes.length < headerBytes || !bytes.subarray(0, 8).equals(magic)) throw new BackupRefusal('backup_unreadable')
  if (bytes.readUInt16BE(8) !== formatVersion || bytes.readUInt16BE(10) !== 1) throw new BackupRefusal('backup_format_unknown')
  const header = {
    bytes: bytes.subarray(0, headerBytes),
    memoryKib: bytes.readUInt32BE(12),
    iterations: bytes.readUInt32BE(16),
    lanes: bytes.readUInt32BE(20),
    chunkBytes: bytes.readUInt32BE(24),
    salt: bytes.subarray(28, 44),
    noncePrefix: bytes.subarray(44, 51),
    check: bytes.subarray(52, 68),
  }
  // Asked for before anything is authenticated: a forged header must not cost more than a few of our own.
  const isDear =
    header.memoryKib > mostCost.memoryKib ||
    header.iterations > mostCost.iterations ||
    header.lanes > mostCost.lanes ||
    header.lanes < 1 ||
    header.iterations < 1
  if (isDear || header.memoryKib < 8 * header.lanes || header.chunkBytes < 1024 || header.chunkBytes > 1024 * 1024 || bytes[51] !== 0) {
    throw new BackupRefusal('backup_damaged')
  }
  return header
}

/** Opens a header. @throws BackupRefusal when it is none of ours, or the passphrase is another one */
export async function openHeader(bytes: Buffer, passphrase: string): Promise<{ keys: BackupKeys; header: Header }> {
  const header = readHeader(bytes)
  const keys = await deriveKeys(passphrase, header)
  if (!timingSafeEqual(checkOf(keys), header.check)) throw new BackupRefusal('backup_key_wrong')
  return { keys, header }
}

function nonceOf(prefix: Buffer, counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  prefix.copy(nonce)
  nonce.writeUInt32BE(counter, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Pieces of exactly so many bytes, the last one with what is left, and whether it is the last. */
async function* inPieces(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let parts: Buffer[] = []
  let held = 0
  for await (const part of source) {
    parts.push(part)
    held += part.length
    if (held <= bytes) continue
    let whole = Buffer.concat(parts)
    // One piece stays: whether it is the last is known when more comes.
    while (whole.length > bytes) {
      yield { piece: whole.subarray(0, bytes), isLast: false }
      whole = whole.subarray(bytes)
    }
    parts = [whole]
    held = whole.length
  }
  yield { piece: Buffer.concat(parts), isLast: true }
}

/** The header and then the encrypted chunks of what comes. */
export async function* encrypted(source: AsyncIterable<Buffer>, { header, keys }: { header: Buffer; keys: BackupKeys }): AsyncGenerator<Buffer> {
  yield header
  const digest = createHash('sha256').update(header).digest()
  const prefix = header.subarray(44, 51)
  let counter = 0
  for await (const { piece, isLast } of inPieces(source, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', keys.stream, nonceOf(prefix, counter, isLast)).setAAD(digest)
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    counter += 1
  }
}

/**
 * What was encrypted, chunk by chunk as each proves genuine; `source` begins behind the header.
 * @throws BackupRefusal when a byte is another, a chunk is missing, or the end is
 */
export async function* decrypted(source: AsyncIterable<Buffer>, { header, keys }: { header: Header; keys: BackupKeys }): AsyncGenerator<Buffer> {
  const digest = createHash('sha256').update(header.bytes).digest()
  let counter = 0
  for await (const { piece, isLast } of inPieces(source, header.chunkBytes + tagBytes)) {
    if (piece.length < tagBytes) throw new BackupRefusal('backup_damaged')
    const decipher = createDecipheriv('aes-256-gcm', keys.stream, nonceOf(header.noncePrefix, counter, isLast))
    decipher.setAAD(digest).setAuthTag(piece.subarray(-tagBytes))
    let plain: Buffer
    try {
      plain = Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()])
    } catch {
      throw new BackupRefusal('backup_damaged')
    }
    yield plain
    counter += 1
  }
}
