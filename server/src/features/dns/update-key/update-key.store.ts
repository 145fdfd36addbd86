import { sql } from 'kysely'
import type { updateKey as calls } from '@nameplane/contract/dns/update-key'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { domainWithin, selectReached, type AccessScope } from '../../../access/access-scope.ts'
import { containing } from '../../../db/containing.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { pageOf } from '../../../db/paged-read.ts'

export type DomainOfKeys = { id: number; name: string }

/** A page of the keys of a domain; null when there is no such domain within reach. */
export async function listUpdateKeys(
  db: Db,
  accessScope: AccessScope,
  query: Received<typeof calls.list>,
): Promise<Answered<typeof calls.list>['data'] | null> {
  const domain = await findDomainOfKeys(db, accessScope, query.domainId)
  if (!domain) return null
  const found = db
    .selectFrom('update_key')
    .select(['id', 'domain_id as domainId', 'name', 'algorithm', 'policy', 'row_version as rowVersion'])
    .select(['created_at as createTime', 'updated_at as updateTime', 'last_used_at as lastUseTime', 'last_used_address as lastUseAddress'])
    .select(sql<string>`name || '.' || ${domain.name}::text`.as('keyName'))
    .where('domain_id', '=', domain.id)
    .$if(Boolean(query.search), (all) => all.where('name', 'ilike', containing(query.search!)))
  const sort = { name: 'name', createTime: 'created_at', updateTime: 'updated_at', lastUseTime: 'last_used_at' } as const
  return pageOf(db, found, { sort, otherwise: [['name', 'asc']], tieBreak: ['id', 'asc'] }, query)
}

export async function findDomainOfKeys(db: Db, accessScope: AccessScope, id: number): Promise<DomainOfKeys | undefined> {
  return selectReached(db, accessScope, id).executeTakeFirst()
}

/** The same, so that no other key is counted meanwhile. */
export async function lockDomainOfKeys(tx: Tx, accessScope: AccessScope, id: number): Promise<DomainOfKeys | undefined> {
  return selectReached(tx, accessScope, id).forNoKeyUpdate().executeTakeFirst()
}

export async function countUpdateKeys(tx: Tx, domainId: number): Promise<number> {
  const row = await tx
    .selectFrom('update_key')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('domain_id', '=', domainId)
    .executeTakeFirstOrThrow()
  return row.count
}

export type LockedKey = {
  id: number
  name: string
  algorithm: 'hmac-sha256' | 'hmac-sha512'
  policy: string
  rowVersion: number
  domainId: number
  domain: string
}

/** Keys of domains within reach, locked; those beyond it are not among the answer. */
export async function lockUpdateKeys(tx: Tx, accessScope: AccessScope, ids: readonly number[]): Promise<LockedKey[]> {
  return tx
    .selectFrom('update_key')
    .innerJoin('domain', 'domain.id', 'update_key.domain_id')
    .select(['update_key.id', 'update_key.name', 'update_key.algorithm', 'update_key.policy', 'update_key.row_version as rowVersion'])
    .select(['domain.id as domainId', 'domain.name as domain'])
    .where('update_key.id', 'in', [...ids])
    .where('domain.deleted_at', 'is', null)
    .where(domainWithin(accessScope))
    .orderBy('update_key.id')
    .forUpdate('update_key')
    .execute()
}

/** What a key that has signed stands for. */
export type UsedKey = { id: number; keyName: string; domainId: number; domain: string; policy: string; lastUsedAt: Date | null }

export async function findUsedKey(db: Db, id: number): Promise<UsedKey | undefined> {
  return db
    .selectFrom('update_key')
    .innerJoin('domain', 'domain.id', 'update_key.domain_id')
    .select(['update_key.id', 'update_key.policy', 'update_key.last_used_at as lastUsedAt', 'domain.id as domainId', 'domain.name as domain'])
    .select(sql<string>`update_key.name || '.' || domain.name`.as('keyName'))
    .where('update_key.id', '=', id)
    .where('domain.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Notes when and from where a key was used last. */
export async function noteUse(db: Db, id: number, address: string, now: Date): Promise<void> {
  await db.updateTable('update_key').set({ last_used_at: now, last_used_address: address }).where('id', '=', id).execute()
}
