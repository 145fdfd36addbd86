import { platformMnemonics } from '@nameplane/dns-text/platform-types'
import { sql } from 'kysely'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import { domainNameservers } from '../../../changes/domain-nameservers.ts'
import type { Db } from '../../../db/connection.ts'

/** A host and a type that is asked for; clients see the addresses of ALIAS and URL records. */
export type AskedSet = { readonly host: string; readonly type: string }

/** Record sets in use on the default line, without SOA and NS of the domain itself, which differ by nature. */
export async function listAskedSets(
  db: Db,
  domainId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ list: AskedSet[]; total: number }> {
  const sets = sql<AskedSet>`
    select distinct record.host, asked.type from record
    cross join lateral unnest(case when record.type = any(${[...platformMnemonics]}::text[]) then array['A', 'AAAA'] else array[record.type] end) as asked(type)
    where record.domain_id = ${domainId} and record.line = 'default' and record.status = 1
      and not (record.host = '@' and record.type in ('NS', 'SOA'))`
  const { rows: list } = await sql<AskedSet>`select host, type from (${sets}) as sets order by host, type offset ${offset} limit ${limit}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from (${sets}) as sets`.execute(db)
  return { list, total: rows[0]!.total }
}

export type DomainNames = { name: string; nameservers: string[] }

/** What a domain within reach is called, and where it should be delegated to. */
export function findNames(db: Db, accessScope: AccessScope, domainId: number): Promise<DomainNames | undefined> {
  return db
    .selectFrom('domain')
    .innerJoin('service_group', 'service_group.id', 'domain.service_group_id')
    .select(['domain.name', domainNameservers.nameservers.as('nameservers')])
    .where('domain.id', '=', domainId)
    .where('domain.deleted_at', 'is', null)
    .where(domainWithin(accessScope))
    .executeTakeFirst()
}
