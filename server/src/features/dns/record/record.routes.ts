import { record } from '@nameplane/contract/dns/record'
import { fileRoute, route, type Route } from '../../../http/call.ts'
import { readAliasTargets } from './alias-target.store.ts'
import { exportRecords } from './import/record-export.ts'
import { restoreRecords } from './history/record-history.service.ts'
import { listRevisionChanges, listRevisions } from './history/record-history.store.ts'
import { readMoment } from './history/record-moment.store.ts'
import { importRecords } from './import/record-import.service.ts'
import { textOfWorkbook } from './import/record-workbook.ts'
import { changeMatching } from './record-bulk.service.ts'
import { readPublication } from './record-publication.store.ts'
import { requireDomain } from './record-save.ts'
import { applyChanges } from './record.service.ts'
import { listRecords, listSetWeights, lockedRecordsOf } from './record.store.ts'

export const recordRoutes: Route[] = [
  route(record.list, async ({ db, actor, input }) => {
    const domain = await requireDomain(db, actor.accessScope, input.domainId)
    const page = await listRecords(db, actor, domain, input)
    return {
      data: {
        ...page,
        version: domain.version,
        locked: lockedRecordsOf(domain),
        sets: await listSetWeights(db, domain.id, page.list),
        aliasTargets: await readAliasTargets(db, page.list),
      },
    }
  }),
  route(record.apply, async ({ db, actor, input }) => ({ data: await applyChanges(db, actor, input) })),
  route(record.bulk, async ({ db, actor, input }) => ({ data: await changeMatching(db, actor, input) })),
  route(record.import, async ({ db, actor, input }) => ({ data: await importRecords(db, actor, input) })),
  route(record.workbook, async ({ db, actor, input }) => {
    await requireDomain(db, actor.accessScope, input.domainId)
    return { data: await textOfWorkbook(input.content, input.sheet) }
  }),
  fileRoute(record.export, async ({ db, actor, input, language }) => exportRecords(db, actor.accessScope, input, language)),
  route(record.history, async ({ db, actor, input }) => {
    await requireDomain(db, actor.accessScope, input.domainId)
    return { data: await listRevisions(db, actor, input) }
  }),
  route(record.revision, async ({ db, actor, input }) => {
    await requireDomain(db, actor.accessScope, input.domainId)
    return { data: await listRevisionChanges(db, input) }
  }),
  route(record.moment, async ({ db, actor, input }) => {
    await requireDomain(db, actor.accessScope, input.domainId)
    return { data: await readMoment(db, input.domainId, input) }
  }),
  route(record.restore, async ({ db, actor, input }) => ({ data: await restoreRecords(db, actor, input) })),
  route(record.publication, async ({ db, actor, input, language }) => ({
    data: await readPublication(db, await requireDomain(db, actor.accessScope, input.domainId), language),
  })),
]
