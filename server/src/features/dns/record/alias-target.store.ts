import { isAliasProblem } from '@nameplane/contract/dns/alias-target'
import { type record as calls } from '@nameplane/contract/dns/record'
import type { Answered } from '@nameplane/contract/endpoint'
import type { Db } from '../../../db/connection.ts'

type ShownTarget = Answered<typeof calls.list>['data']['aliasTargets'][number]

/** What is known of the targets of those of these records that are an ALIAS. */
export async function readAliasTargets(db: Db, records: readonly { type: string; value: string }[]): Promise<ShownTarget[]> {
  const names = new Set(records.flatMap(({ type, value }) => (type === 'ALIAS' ? [value.toLowerCase()] : [])))
  if (names.size === 0) return []
  const rows = await db
    .selectFrom('alias_target')
    .select(['name', 'ipv4', 'ipv6', 'ttl_seconds as ttl', 'asked_at as askedAt', 'problem'])
    .where('name', 'in', [...names])
    .orderBy('name')
    .execute()
  return rows.map(({ problem, ...row }) => ({ ...row, problem: isAliasProblem(problem) ? problem : null }))
}
