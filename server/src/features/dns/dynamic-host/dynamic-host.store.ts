import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { dynamicHost as calls } from '@nameplane/contract/dns/dynamic-host'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { domainWithin, selectReached, type AccessScope } from '../../../access/access-scope.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf } from '../../../db/paged-read.ts'

type ListQuery = Received<typeof calls.list>

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A page of the credentials of a domain; null when there is no such domain within reach. */
export async function listDynamicHosts(db: Db, accessScope: AccessScope, query: ListQuery): Promise<Answered<typeof calls.list>['data'] | null> {
  const domain = await findDomainOfHosts(db, accessScope, query.domainId)
  if (!domain) return null
  const found = db
    .selectFrom('dynamic_host')
    .innerJoin('account', 'account.id', 'dynamic_host.account_id')
    .select(['dynamic_host.id', 'dynamic_host.domain_id as domainId', 'dynamic_host.host', 'dynamic_host.line', 'account.username'])
    .select(['dynamic_host.created_at as createTime', 'dynamic_host.last_used_at as lastUseTime', 'dynamic_host.last_used_address as lastUseAddress'])
    .select(
      sql<string[]>`array(select value from record where domain_id = dynamic_host.domain_id and host = dynamic_host.host
        and line = dynamic_host.line and type in ('A', 'AAAA') order by type, id)`.as('addresses'),
    )
    .where('dynamic_host.domain_id', '=', domain.id)
    .$if(Boolean(query.search), (all) => all.where('dynamic_host.host', 'ilike', containing(query.search!)))
  const sort = { host: 'dynamic_host.host', createTime: 'dynamic_host.created_at', lastUseTime: 'dynamic_host.last_used_at' } as const
  return pageOf(db, found, { sort, otherwise: [['dynamic_host.host', 'asc']], tieBreak: ['dynamic_host.id', 'asc'] }, query)
}

export async function findDomainOfHosts(db: Db, accessScope: AccessScope, id: number): Promise<{ id: number; name: string } | undefined> {
  return selectReached(db, accessScope, id).executeTakeFirst()
}

/** The same, so that no other credential is counted meanwhile. */
export async function lockDomainOfHosts(tx: Tx, accessScope: AccessScope, id: number): Promise<{ id: number; name: string } | undefined> {
  return selectReached(tx, accessScope, id).forNoKeyUpdate().executeTakeFirst()
}

export type AddressRow = { id: number; type: string; value: string; ttl: number; remark: string; status: number }

export async function readAddresses(db: Db, { domainId, host, line }: { domainId: number; host: string; line: string }): Promise<AddressRow[]> {
  return db
    .selectFrom('record')
    .select(['id', 'type', 'value', 'ttl_seconds as ttl', 'remark', 'status'])
    .where('domain_id', '=', domainId)
    .where('host', '=', host)
    .where('line', '=', line)
    .where('type', 'in', ['A', 'AAAA'])
    .orderBy('id')
    .execute()
}

export async function countDynamicHosts(tx: Tx, domainId: number): Promise<number> {
  const row = await tx
    .selectFrom('dynamic_host')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('domain_id', '=', domainId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Puts a new secret in place of the one of a credential within reach, in the name of this account. */
export async function replaceSecret(
  tx: Tx,
  accessScope: AccessScope,
  { id, accountId, secret }: { id: number; accountId: number; secret: string },
): Promise<NamedHost | undefined> {
  return tx
    .updateTable('dynamic_host')
    .from('domain')
    .set({ secret_hash: hashOf(secret), account_id: accountId })
    .whereRef('domain.id', '=', 'dynamic_host.domain_id')
    .where('dynamic_host.id', '=', id)
    .where('domain.deleted_at', 'is', null)
    .where(domainWithin(accessScope))
    .returning(['dynamic_host.id', 'dynamic_host.host', 'dynamic_host.line', 'domain.id as domainId', 'domain.name as domain'])
    .executeTakeFirst()
}

export type NamedHost = { id: number; host: string; line: string; domainId: number; domain: string }

/** Takes credentials of domains within reach away; those beyond it are not among the answer. */
export async function deleteDynamicHosts(tx: Tx, accessScope: AccessScope, ids: readonly number[]): Promise<NamedHost[]> {
  return tx
    .deleteFrom('dynamic_host')
    .using('domain')
    .whereRef('domain.id', '=', 'dynamic_host.domain_id')
    .where('dynamic_host.id', 'in', [...ids])
    .where('domain.deleted_at', 'is', null)
    .where(domainWithin(accessScope))
    .returning(['dynamic_host.id', 'dynamic_host.host', 'dynamic_host.line', 'domain.id as domainId', 'domain.name as domain'])
    .execute()
}

/** What a credential stands for. */
export type UsedHost = {
  id: number
  accountId: number
  domainId: number
  domain: string
  defaultTtlSeconds: number
  host: string
  line: string
  lastUsedAt: Date | null
}

export async function findBySecret(db: Db, secret: string): Promise<UsedHost | undefined> {
  return db
    .selectFrom('dynamic_host')
    .innerJoin('domain', 'domain.id', 'dynamic_host.domain_id')
    .select(['dynamic_host.id', 'dynamic_host.account_id as accountId', 'dynamic_host.domain_id as domainId', 'dynamic_host.host', 'dynamic_host.line'])
    .select(['domain.name as domain', 'domain.default_ttl_seconds as defaultTtlSeconds', 'dynamic_host.last_used_at as lastUsedAt'])
    .where('secret_hash', '=', hashOf(secret))
    .where('domain.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Notes when and from where a credential was used last. */
export async function noteUse(db: Db, id: number, address: string, now: Date): Promise<void> {
  await db.updateTable('dynamic_host').set({ last_used_at: now, last_used_address: address }).where('id', '=', id).execute()
}
