import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { unwrapKey } from '../../../keys/key-wrap.ts'
import { firstRootKeyId, type RootKeys } from '../../../secrets/seal.ts'
import { fingerprintOf, isKeyOf, Opening, readManifest, type Manifest } from './backup-manifest.ts'
import { BackupRefusal } from './backup-refusal.ts'
import { tablesOf } from './backup-tables.ts'
import { carriedName, freePlainBytes, mostPlainPerByte } from './backup-writer.ts'
import { decrypted, headerBytes, openHeader } from './sealed-stream.ts'

/** No row is longer: the largest are pictures, as hexadecimal digits. */
const longestLineBytes = 32 * 1024 * 1024
/** What a backup may hold in all. */
const mostPlainBytes = 64 * 1024 ** 3
const mostRows = 200_000_000

/** A backup whose every byte proved genuine and whose manifest says what came; `fingerprint` is that of the key which signed it. */
export type VerifiedBackup = { manifest: Manifest; keys: RootKeys; bytes: number; sha256: string; fingerprint: string }

/** Hears the rows of a backup as they come, table by table. */
export type RowListener = { table(name: string, columns: readonly string[]): Promise<void>; rows(lines: readonly string[]): Promise<void> }

const TableLine = z.strictObject({ table: z.string(), columns: z.array(z.string()) })
const EndLine = z.strictObject({ name: z.string(), rows: z.number(), sha256: z.string() })

/**
 * Reads a backup to its end and holds everything against everything. Rows are handed on before the end is known: whoever
 * applies them does so in a transaction that this call's refusal undoes.
 * @param expected digest that the file had before; another one is a changed file
 * @throws BackupRefusal
 */
export async function readBackup(
  path: string,
  passphrase: string,
  { schema, listener, expectedSha256, signal }: { schema: string; listener?: RowListener; expectedSha256?: string; signal?: AbortSignal },
): Promise<VerifiedBackup> {
  const { keys, header } = await openHeader(await startOf(path), passphrase)
  const digest = createHash('sha256').update(header.bytes)
  let bytes = headerBytes
  const contents = new Contents(schema, listener)
  const measured = new Transform({
    transform(part: Buffer, _encoding, done) {
      digest.update(part)
      bytes += part.length
      done(null, part)
    },
  })
  let packedBytes = 0
  async function* counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of source) {
      packedBytes += part.length
      yield part
    }
  }
  try {
    await pipeline(
      createReadStream(path, { start: headerBytes }),
      measured,
      (source: AsyncIterable<Buffer>) => counted(decrypted(source, { header, keys })),
      createGunzip(),
      (plain: AsyncIterable<Buffer>) => readLines(plain, contents, () => packedBytes),
      { signal },
    )
  } catch (cause) {
    throw isPackingFault(cause) ? new BackupRefusal('backup_damaged') : cause
  }
  const sha256 = digest.digest('hex')
  if (expectedSha256 !== undefined && sha256 !== expectedSha256) throw new BackupRefusal('backup_damaged')
  const { manifest, publicKey } = contents.end()
  const byId = new Map<number, Buffer>()
  for (const { id, wrapped } of manifest.keys) {
    const key = unwrapKey(Buffer.from(wrapped, 'base64'), keys.carried, carriedName(id))
    if (!key || key.length !== 32) throw new BackupRefusal('backup_damaged')
    byId.set(id, key)
  }
  const first = byId.get(firstRootKeyId)
  if (!first || !byId.has(manifest.sealingKeyId) || !isKeyOf(publicKey, first)) throw new BackupRefusal('backup_damaged')
  return { manifest, keys: { byId, sealingId: manifest.sealingKeyId }, bytes, sha256, fingerprint: fingerprintOf(publicKey) }
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? new BackupRefusal('backup_gone') : cause
  })
  try {
    const start = Buffer.alloc(headerBytes)
    const { bytesRead } = await file.read(start, 0, headerBytes, 0)
    return start.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function isPackingFault(cause: unknown): boolean {
  const code = (cause as { code?: unknown }).code
  return typeof code === 'string' && code.startsWith('Z_')
}

async function readLines(plain: AsyncIterable<Buffer>, contents: Contents, packedBytes: () => number): Promise<void> {
  let parts: Buffer[] = []
  let heldBytes = 0
  let plainBytes = 0
  for await (const part of plain) {
    plainBytes += part.length
    if (plainBytes > mostPlainBytes || plainBytes > freePlainBytes + mostPlainPerByte * packedBytes()) throw new BackupRefusal('backup_too_large')
    const cut = part.lastIndexOf(10)
    if (cut < 0) {
      parts.push(part)
      heldBytes += part.length
      if (heldBytes > longestLineBytes) throw new BackupRefusal('backup_too_large')
      continue
    }
    const text = Buffer.concat([...parts, part.subarray(0, cut)]).toString('utf8')
    parts = [part.subarray(cut + 1)]
    heldBytes = parts[0]!.length
    await contents.take(text.split('\n'))
  }
  if (heldBytes > 0) throw new BackupRefusal('backup_damaged')
}

/** Follows the lines of a backup and refuses the first that should not come next. */
class Contents {
  private readonly schema: string
  private readonly listener: RowListener | undefined
  private opening: Opening | null = null
  /** Tables still to come, in whatever order: it follows from where they are declared, which may differ within one schema. */
  private expected = new Set<string>()
  private current: { name: string; digest: ReturnType<typeof createHash>; rows: number } | null = null
  private readonly ended: Manifest['tables'] = []
  private signed: { manifest: Manifest; publicKey: string } | null = null
  private rows = 0

  constructor(schema: string, listener: RowListener | undefined) {
    this.schema = schema
    this.listener = listener
  }

  async take(lines: readonly string[]): Promise<void> {
    let batch: string[] = []
    for (const line of lines) {
      if (line.startsWith('R') && this.current) {
        const row = line.slice(1)
        this.current.digest.update(row).update('\n')
        this.current.rows += 1
        this.rows += 1
        if (this.rows > mostRows) throw new BackupRefusal('backup_too_large')
        batch.push(row)
        continue
      }
      if (batch.length > 0) await this.listener?.rows(batch)
      batch = []
      await this.control(line)
    }
    if (batch.length > 0) await this.listener?.rows(batch)
  }

  private async control(line: string): Promise<void> {
    const [kind, text] = [line[0], line.slice(1)]
    if (this.signed) throw new BackupRefusal('backup_damaged')
    if (kind === 'O' && !this.opening) return this.open(text)
    if (!this.opening) throw new BackupRefusal('backup_unreadable')
    if (kind === 'N') return
    if (kind === 'T' && !this.current) {
      const { table, columns } = read(TableLine, text)
      if (!this.expected.delete(table)) throw new BackupRefusal('backup_damaged')
      this.current = { name: table, digest: createHash('sha256'), rows: 0 }
      return this.listener?.table(table, columns)
    }
    if (kind === 'E' && this.current) {
      const end = read(EndLine, text)
      const came = { name: this.current.name, rows: this.current.rows, sha256: this.current.digest.digest('hex') }
      if (end.name !== came.name || end.rows !== came.rows || end.sha256 !== came.sha256) throw new BackupRefusal('backup_damaged')
      this.ended.push(came)
      this.current = null
      return
    }
    if (kind === 'M' && !this.current && this.expected.size === 0) {
      this.signed = readManifest(text)
      if (this.signed) return
    }
    throw new BackupRefusal('backup_damaged')
  }

  private open(text: string): void {
    const raw = read(z.looseObject({ format: z.unknown(), product: z.unknown(), schema: z.unknown(), productVersion: z.unknown() }), text)
    if (raw.product !== 'nameplane') throw new BackupRefusal('backup_unreadable')
    if (raw.format !== 1) throw new BackupRefusal('backup_format_unknown')
    if (raw.schema !== this.schema)
      throw new BackupRefusal('backup_schema_other', { version: typeof raw.productVersion === 'string' ? raw.productVersion.slice(0, 40) : '' })
    this.opening = read(Opening, text)
    // Names come from our own list; what the file calls its tables is only compared.
    this.expected = new Set(tablesOf(this.opening.parts).map(({ name }) => name))
  }

  end(): { manifest: Manifest; publicKey: string } {
    const { signed, opening } = this
    if (!signed || !opening) throw new BackupRefusal('backup_damaged')
    const { tables, chain: _chain, keys: _keys, sealingKeyId: _sealing, ...facts } = signed.manifest
    if (JSON.stringify(tables) !== JSON.stringify(this.ended) || JSON.stringify(facts) !== JSON.stringify(opening)) throw new BackupRefusal('backup_damaged')
    return signed
  }
}

function read<Schema extends z.core.$ZodType>(schema: Schema, text: string): z.output<Schema> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new BackupRefusal('backup_damaged')
  }
  const parsed = z.safeParse(schema, json)
  if (!parsed.success) throw new BackupRefusal('backup_damaged')
  return parsed.data
}
