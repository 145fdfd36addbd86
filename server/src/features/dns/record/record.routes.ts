import { record } from '@nameplane/contract/dns/record'
import { fileRoute, route, type Route } from '../../../http/call.ts'
import { exportRecords } from './import/record-export.ts'
import { restoreRecords } from './history/record-history.service.ts'
import { listRevisionChanges, listRevisions } from './history/record-history.store.ts'
import { importRecords } from './import/record-import.service.ts'
import { readPublication } from './record-publication.store.ts'
import { requireDomain } from './record-save.ts'
import { applyChanges } from './record.service.ts'
import { listRecords, lockedRecordsOf } from './record.store.ts'

export const recordRoutes: Route[] = [
  route(record.list, async ({ db, input }) => {
    const domain = await requireDomain(db, input.domainId)
    return { data: { ...(await listRecords(db, domain, input)), version: domain.version, locked: lockedRecordsOf(domain) } }
  }),
  route(record.apply, async ({ db, actor, input }) => ({ data: await applyChanges(db, actor, input) })),
  route(record.import, async ({ db, actor, input }) => ({ data: await importRecords(db, actor, input) })),
  fileRoute(record.export, async ({ db, input }) => exportRecords(db, input)),
  route(record.history, async ({ db, input }) => {
    await requireDomain(db, input.domainId)
    return { data: await listRevisions(db, input) }
  }),
  route(record.revision, async ({ db, input }) => {
    await requireDomain(db, input.domainId)
    return { data: await listRevisionChanges(db, input) }
  }),
  route(record.restore, async ({ db, actor, input }) => ({ data: await restoreRecords(db, actor, input) })),
  route(record.publication, async ({ db, input }) => ({ data: await readPublication(db, await requireDomain(db, input.domainId)) })),
]
