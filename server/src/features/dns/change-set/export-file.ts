import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { changeSet as calls } from '@nameplane/contract/dns/change-set'
import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { Language } from '@nameplane/contract/problems'
import { sql } from 'kysely'
import type { AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import type { FileAnswer } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { zipStream, type ZipEntry } from '../../../zip/zip-stream.ts'
import { exportRecords } from '../record/import/record-export.ts'
import { exportTargets } from './targets.ts'

/** Domains as files: one as it is, several in a ZIP file that is sent while the next domain is read. Each is of one moment. */
export async function exportDomains(db: Db, accessScope: AccessScope, sent: Received<typeof calls.recordExport>, language: Language): Promise<FileAnswer> {
  const ids = await exportTargets(db, accessScope, sent)
  const { records } = await db
    .selectFrom('domain')
    .select(sql<number>`coalesce(sum(record_count), 0)::bigint`.as('records'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  if (records > limits.bulkExportRecords) throw new Problem('too_many_records', { params: { maximum: limits.bulkExportRecords } })
  const fileOf = (domainId: number): Promise<FileAnswer> => exportRecords(db, accessScope, { domainId, format: sent.format }, language)
  if (ids.length === 1) return fileOf(ids[0]!)
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const id of ids) {
      const { fileName, body } = await fileOf(id)
      yield { name: fileName, body: body instanceof Readable ? await buffer(body) : Buffer.from(body) }
    }
  }
  const now = new Date()
  return { fileName: `records-${now.toISOString().slice(0, 10)}.zip`, contentType: 'application/zip', body: Readable.from(zipStream(entries(), now)) }
}
