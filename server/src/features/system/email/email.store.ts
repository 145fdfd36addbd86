import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { EmailRow, type email as calls } from '@nameplane/contract/system/email'
import type { EmailFailure } from '@nameplane/contract/system/email/email-failures'
import { accountWithin, type AccessScope } from '../../../access/access-scope.ts'
import { pageOf, rowsOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'

type ListQuery = Received<typeof calls.list>
type Page = Answered<typeof calls.list>['data']

/** Condition on the table `letter` of a query: what goes to an account within reach. */
function emailWithin(accessScope: AccessScope): RawBuilder<SqlBool> {
  return accessScope === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from account where lower(account.email) = lower(letter.recipient) and ${accountWithin(accessScope)})`
}

export async function listEmails(db: Db, accessScope: AccessScope, query: ListQuery): Promise<Page> {
  let emails = db.selectFrom('letter').where(emailWithin(accessScope))
  const { search } = query
  if (search) emails = emails.where((where) => where.or([where('recipient', 'ilike', containing(search)), where('about', 'ilike', containing(search))]))
  if (query.state) emails = emails.where('state', '=', query.state)
  if (query.scenario) emails = emails.where('scenario', '=', query.scenario)
  const sort = { id: 'letter.id', createtime: 'letter.created_at', recipient: 'letter.recipient' } as const
  const page = await pageOf(db, emails.select('letter.id'), { sort, otherwise: 'letter.id', tieBreak: 'letter.id' }, query)
  return { ...page, list: rowsOf(page.list, await readEmails(db, page.list)) }
}

async function readEmails(db: Db, found: readonly { id: number }[]): Promise<Page['list']> {
  const emails = db.selectFrom('letter').where('id', '=', sql<number>`any(${found.map(({ id }) => id)}::bigint[])`)
  const shown = emails.select(columnsFor('letter', EmailRow, ['nextTime', 'failure', 'canRetry'])).select([
    sql<Date | null>`case when letter.state = 'queued' then letter.due_at end`.as('nextTime'),
    // A key that another version knows is shown as it is.
    sql<EmailFailure | null>`letter.failure`.as('failure'),
    sql<boolean>`letter.state = 'failed' and letter.variables is not null`.as('canRetry'),
  ])
  return shown.execute()
}

export async function lockEmails(
  tx: Tx,
  accessScope: AccessScope,
  ids: readonly number[],
): Promise<{ id: number; recipient: string; failure: string | null; canRetry: boolean }[]> {
  const rows = await tx
    .selectFrom('letter')
    .select(['id', 'recipient', 'failure', 'state', 'variables'])
    .where('id', 'in', [...ids])
    .where(emailWithin(accessScope))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id, recipient, failure, state, variables }) => ({ id, recipient, failure, canRetry: state === 'failed' && variables !== null }))
}

/** Failed letters begin anew: their three days too. */
export async function requeueEmails(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('letter')
    .set({ state: 'queued', tries: 0, due_at: sql<Date>`now()`, created_at: sql<Date>`now()`, finished_at: null, failure: null, reply: '' })
    .where('id', 'in', [...ids])
    .execute()
}
