import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { readDomainLines } from '@nameplane/contract/dns/domain-lines'
import { limits } from '@nameplane/contract/limits'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import { containing } from '../../../db/containing.ts'
import type { Db } from '../../../db/connection.ts'
import type { Tables } from '../../../db/tables.ts'
import { Problem } from '../../../problem.ts'
import { inPatternTime, isMeant, type UpdateAsked } from './record-update.ts'

/** A domain of a set; without a number where there is none that the author reaches. */
export type Target = { domainId: number | null; domain: string; userId: number | null }

export type TargetsAsked = { domains: string; domainSearch?: string | undefined; userId?: number | undefined; serviceGroupId?: number | undefined }

/** The domains of a pasted list, in its order. */
export async function listedTargets(db: Db, accessScope: AccessScope, text: string): Promise<Target[]> {
  const names = readDomainLines(text).flatMap(({ name }) => name ?? [])
  const rows = await db
    .selectFrom('domain')
    .select(['id', 'name', 'account_id'])
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .where('deleted_at', 'is', null)
    .where(domainWithin(accessScope))
    .execute()
  const byName = new Map(rows.map((row) => [row.name, row]))
  return names.map((domain) => ({ domain, domainId: byName.get(domain)?.id ?? null, userId: byName.get(domain)?.account_id ?? null }))
}

function fits({ domainSearch, userId, serviceGroupId }: TargetsAsked): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'domain'>()
  const conditions: Expression<SqlBool>[] = [of('domain.deleted_at', 'is', null)]
  if (domainSearch) {
    const pattern = containing(domainSearch.toLowerCase())
    conditions.push(
      of.or([of('domain.name', 'like', pattern), of('domain.unicode_name', 'like', pattern), of('domain.remark', 'ilike', containing(domainSearch))]),
    )
  }
  if (userId !== undefined) conditions.push(of('domain.account_id', '=', userId))
  if (serviceGroupId !== undefined) conditions.push(of('domain.service_group_id', '=', serviceGroupId))
  return of.and(conditions)
}

/** The domains that are listed, or those that fit the filter. @throws Problem too_many_domains, domain_line_unknown, no_domain_fits */
export async function exportTargets(db: Db, accessScope: AccessScope, asked: TargetsAsked): Promise<number[]> {
  if (asked.domains.trim() !== '') {
    const listed = await listedTargets(db, accessScope, asked.domains)
    const unknown = listed.find(({ domainId }) => domainId === null)
    if (unknown) throw new Problem('domain_line_unknown', { params: { line: unknown.domain }, fields: { domains: 'domain_line_unknown' } })
    return listed.flatMap(({ domainId }) => domainId ?? [])
  }
  const rows = await db
    .selectFrom('domain')
    .select('id')
    .where(fits(asked))
    .where(domainWithin(accessScope))
    .orderBy('name')
    .limit(limits.bulkDomains + 1)
    .execute()
  refuseTooMany(rows)
  if (rows.length === 0) throw new Problem('no_domain_fits')
  return rows.map(({ id }) => id)
}

function refuseTooMany(rows: readonly unknown[]): void {
  if (rows.length > limits.bulkDomains)
    throw new Problem('too_many_domains', { params: { maximum: limits.bulkDomains }, fields: { domains: 'too_many_domains' } })
}

/** The domains that are listed, or those that fit the filter and have a record that is meant. @throws Problem too_many_domains */
export async function targetsOf(db: Db, accessScope: AccessScope, asked: TargetsAsked & UpdateAsked): Promise<Target[]> {
  if (asked.domains.trim() !== '') return listedTargets(db, accessScope, asked.domains)
  const rows = await inPatternTime(db, asked, () =>
    db
      .selectFrom('domain')
      .select(['id as domainId', 'name as domain', 'account_id as userId'])
      .where(fits(asked))
      .where(domainWithin(accessScope))
      .where('domain.id', 'in', (of) => of.selectFrom('record').select('record.domain_id').where(isMeant(asked)))
      .orderBy('name')
      .limit(limits.bulkDomains + 1)
      .execute(),
  )
  refuseTooMany(rows)
  return rows
}
