import { createHash, randomBytes } from 'node:crypto'
import { Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { BackupPart } from '@nameplane/contract/system/backup-parts'
import { chainEnd } from '../../../audit/audit.ts'
import { knownRootKeys } from '../../../keys/data-keys.ts'
import type { Db } from '../../../db/connection.ts'
import { wrapKey } from '../../../keys/key-wrap.ts'
import { firstRootKeyId } from '../../../secrets/seal.ts'
import { signManifest, type Manifest } from './backup-manifest.ts'
import { tablesOf } from './backup-tables.ts'
import { encrypted, newHeader } from './sealed-stream.ts'
import { rowLines, schemaVersion, shapesOf, writeCanonically } from './table-shape.ts'

/** What names a carried key where it is wrapped. */
export const carriedName = (id: number): string => `backup key ${id}`

/** Beyond this many plain bytes for each written one a restore refuses; noise is written long before. */
export const mostPlainPerByte = 100
const noiseAbovePlainPerByte = 50
/** Plain bytes that are in order whatever they were packed to. */
export const freePlainBytes = 16 * 1024 * 1024
const noiseBytes = 64 * 1024

export type BackupContents = { parts: readonly BackupPart[]; productVersion: string; now: Date }

/**
 * Writes a backup as it is read from one snapshot of the database; nothing of it is ever in clear outside this process.
 * Destroys `target` when anything fails. Answers the manifest and what was written.
 */
export async function writeBackup(
  db: Db,
  contents: BackupContents,
  passphrase: string,
  target: Writable,
  signal?: AbortSignal,
): Promise<{ manifest: Manifest; bytes: number; sha256: string }> {
  const opened = await newHeader(passphrase)
  let packedBytes = 0
  async function* counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of source) {
      packedBytes += part.length
      yield part
    }
  }
  let manifest: Manifest | null = null
  const digest = createHash('sha256')
  let bytes = 0
  const measured = new Transform({
    transform(part: Buffer, _encoding, done) {
      digest.update(part)
      bytes += part.length
      done(null, part)
    },
  })
  const lines = linesOf(
    db,
    contents,
    opened.keys.carried,
    () => packedBytes,
    (made) => void (manifest = made),
  )
  await pipeline(Readable.from(lines), createGzip({ level: 6 }), (packed: AsyncIterable<Buffer>) => encrypted(counted(packed), opened), measured, target, {
    signal,
  })
  if (!manifest) throw new Error('the backup ended without its manifest')
  return { manifest, bytes, sha256: digest.digest('hex') }
}

/** One letter says what a line is: O opening, T table, R row, E end of table, N noise, M manifest. */
async function* linesOf(
  db: Db,
  { parts, productVersion, now }: BackupContents,
  carryingKey: Buffer,
  packedBytes: () => number,
  done: (manifest: Manifest) => void,
): AsyncGenerator<string> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  let plainBytes = 0
  try {
    // Before the snapshot is taken: what is dropped or moved to another table meanwhile would be in neither.
    const read = tablesOf(parts).map(({ name }) => sql.table(name))
    if (read.length > 0) await sql`lock table ${sql.join(read)} in access share mode`.execute(tx)
    await writeCanonically(tx)
    const opening = {
      format: 1,
      product: 'nameplane',
      productVersion,
      schema: await schemaVersion(tx),
      createdAt: now.toISOString(),
      parts: [...parts],
    } as const
    const tables = tablesOf(parts)
    const shapes = await shapesOf(
      tx,
      tables.map(({ name }) => name),
    )
    const { byId, sealingId } = knownRootKeys()
    yield `O${JSON.stringify(opening)}\n`
    const written: Manifest['tables'] = []
    for (const { name } of tables) {
      const shape = shapes.get(name)!
      yield `T${JSON.stringify({ table: name, columns: shape.columns })}\n`
      const digest = createHash('sha256')
      let rows = 0
      for await (const batch of rowLines(tx, name, shape)) {
        let text = ''
        for (const line of batch) {
          digest.update(line).update('\n')
          text += `R${line}\n`
        }
        rows += batch.length
        plainBytes += text.length
        yield text
        // Rows that repeat each other pack so well that a restore would take them for a bomb.
        while (plainBytes > freePlainBytes / 2 && plainBytes > noiseAbovePlainPerByte * packedBytes()) {
          yield `N${randomBytes(noiseBytes).toString('base64')}\n`
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      const end = { name, rows, sha256: digest.digest('hex') }
      written.push(end)
      yield `E${JSON.stringify(end)}\n`
    }
    const chain = parts.includes('logs') ? await chainEnd(tx) : null
    const manifest: Manifest = {
      ...opening,
      parts: [...parts],
      tables: written,
      chain: chain && { id: chain.id, hash: chain.hash.toString('hex') },
      keys: [...byId].map(([id, key]) => ({ id, wrapped: wrapKey(key, carryingKey, carriedName(id)).toString('base64') })),
      sealingKeyId: sealingId,
    }
    done(manifest)
    yield `M${signManifest(manifest, byId.get(firstRootKeyId)!)}\n`
  } finally {
    await tx.rollback().execute()
  }
}
