import { ServiceGroup, type serviceGroup as calls } from '@nameplane/contract/dns/service-group'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { nodesServing } from '../../../changes/nodes-serving.ts'
import type { Db } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { countOf, pageOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import { domainWithin, groupWithin, type AccessScope } from '../../../access/access-scope.ts'

/** One page of the groups within reach, each with its domains within reach and the nodes that serve it. */
export async function listServiceGroups(db: Db, accessScope: AccessScope, query: Received<typeof calls.list>): Promise<Answered<typeof calls.list>['data']> {
  const groups = db
    .selectFrom('service_group')
    .where(groupWithin(accessScope))
    .$if(Boolean(query.search), (all) => all.where('name', 'ilike', containing(query.search!)))
    .select(columnsFor('service_group', ServiceGroup, ['domainCount', 'nodeCount']))
    .select((of) => {
      const domains = of.selectFrom('domain').whereRef('domain.service_group_id', '=', 'service_group.id').where('domain.deleted_at', 'is', null)
      return [
        countOf(domains.where(domainWithin(accessScope))).as('domainCount'),
        countOf(of.selectFrom('node').where(nodesServing('service_group'))).as('nodeCount'),
      ]
    })
  return pageOf(db, groups, { otherwise: 'weight', tieBreak: ['id', 'asc'] }, query)
}

/** Domains of these groups, those in the recycle bin too: they would come back to the group. */
export async function domainIdsOfGroups(db: Db, ids: readonly number[]): Promise<number[]> {
  return (await db.selectFrom('domain').select('id').where('service_group_id', 'in', ids).execute()).map((row) => row.id)
}
