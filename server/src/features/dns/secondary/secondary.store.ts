import { sql, type SqlBool } from 'kysely'
import { Secondary, type secondary as calls } from '@nameplane/contract/dns/secondary'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import { Problem } from '../../../problem.ts'

/**
 * One page of the secondary servers. Whoever reaches some domains only sees none: each may have domains that lie beyond. Asked about one
 * domain, none would be an answer, and a wrong one.
 */
export async function listSecondaries(db: Db, accessScope: AccessScope, query: Received<typeof calls.list>): Promise<Answered<typeof calls.list>['data']> {
  const { domainId } = query
  if (domainId !== undefined && accessScope !== 'all') throw new Problem('right_missing', { status: 403 })
  const rows = db
    .selectFrom('secondary')
    .$if(accessScope !== 'all', (all) => all.where(sql<SqlBool>`false`))
    .$if(Boolean(query.search), (all) => all.where('name', 'ilike', containing(query.search!)))
    .$if(domainId !== undefined, (all) =>
      all.where('status', '=', 1).where((of) => of.or([of('scope', '=', 'all'), sql<SqlBool>`${domainId!} = any(domain_ids)`])),
    )
    .select(columnsFor('secondary', Secondary, ['domains']))
    .select(
      sql<string[]>`array(select domain.name from domain where domain.id = any(secondary.domain_ids) and domain.deleted_at is null order by domain.name)`.as(
        'domains',
      ),
    )
  return pageOf(db, rows, { otherwise: 'updateTime', tieBreak: ['id', 'asc'] }, query)
}
