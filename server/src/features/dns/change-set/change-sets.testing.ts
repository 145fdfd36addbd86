import { sql } from 'kysely'
import { changeSet } from '@nameplane/contract/dns/change-set'
import type { Sent } from '@nameplane/contract/endpoint'
import type { Right } from '@nameplane/contract/rights'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { TestDomain } from '../../../../../tests/support/records.ts'
import type { Db } from '../../../db/connection.ts'
import { runChangeSets } from './runner.ts'

/* What tests of change sets do again and again. */

/** Statements that wait for a lock. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

export const namesOf = (...domains: readonly TestDomain[]): string => domains.map(({ name }) => name).join('\n')

export type ChangeSetActs = ReturnType<typeof changeSetActs>

export function changeSetActs(test: TestApp) {
  return {
    /** Works through all that is due, as the control plane does. */
    run: (): Promise<void> => runChangeSets(test.db, new AbortController().signal),
    update: async (sent: Partial<Sent<typeof changeSet.recordUpdate>>, token?: string) =>
      (await test.call(changeSet.recordUpdate, { action: 'replace', ...sent }, token)).data,
    detail: async (id: number, token?: string) => (await test.call(changeSet.detail, { id }, token)).data,
    /** `d1.example done 2`, `d2.example failed domain_locked` … */
    rows: async (changeSetId: number, token?: string) =>
      (await test.call(changeSet.rows, { changeSetId, limit: 200 }, token)).data.list.map((row) => `${row.domain} ${row.state} ${row.problem ?? row.updated}`),
    /** An administrator with a role of their own, as whom `token` calls. */
    async administrator(rights: readonly Right[]): Promise<{ token: string; accountId: number; roleId: number }> {
      const token = await test.tokenWith(rights)
      const account = await test.db.selectFrom('account').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
      const { role_id: roleId } = await test.db.selectFrom('account_role').select('role_id').where('account_id', '=', account.id).executeTakeFirstOrThrow()
      return { token, accountId: account.id, roleId }
    },
  }
}
