import { record } from '@nameplane/contract/dns/record'
import { route, type Route } from '../../../http/call.ts'
import { requireDomain } from './record-save.ts'
import { applyChanges } from './record.service.ts'
import { listRecords, lockedRecordsOf } from './record.store.ts'

export const recordRoutes: Route[] = [
  route(record.list, async ({ db, input }) => {
    const domain = await requireDomain(db, input.domainId)
    return { data: { ...(await listRecords(db, domain, input)), version: domain.version, locked: lockedRecordsOf(domain) } }
  }),
  route(record.apply, async ({ db, actor, input }) => ({ data: await applyChanges(db, actor, input) })),
]
