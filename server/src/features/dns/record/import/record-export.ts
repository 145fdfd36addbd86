import type { record as calls } from '@nameplane/contract/dns/record'
import type { Received } from '@nameplane/contract/endpoint'
import type { Db } from '../../../../db/connection.ts'
import type { AccessScope } from '../../../../access/access-scope.ts'
import type { FileAnswer } from '../../../../http/call.ts'
import { requireDomain } from '../record-save.ts'
import { printJsonText, printZoneText } from './record-text.ts'
import { lockedRecordsOf, readAllRecords } from '../record.store.ts'

/** The domain as a file, of one moment: its serial goes with its records. */
export async function exportRecords(db: Db, accessScope: AccessScope, sent: Received<typeof calls.export>): Promise<FileAnswer> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const domain = await requireDomain(tx, accessScope, sent.domainId)
      const records = await readAllRecords(tx, domain.id)
      if (sent.format === 'json')
        return { fileName: `${domain.name}.json`, contentType: 'application/json; charset=utf-8', body: printJsonText(domain.name, records) }
      return { fileName: `${domain.name}.zone`, contentType: 'text/plain; charset=utf-8', body: printZoneText(domain.name, records, lockedRecordsOf(domain)) }
    })
}
