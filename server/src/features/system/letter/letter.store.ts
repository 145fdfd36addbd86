import { sql } from 'kysely'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { letter as calls } from '@nameplane/contract/system/letter'
import type { MailFailure } from '@nameplane/contract/system/mail/mail-failures'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'

type ListQuery = Received<typeof calls.list>
type Page = Answered<typeof calls.list>['data']

const sortColumns = { id: 'id', createtime: 'created_at', recipient: 'recipient' } as const satisfies Record<NonNullable<ListQuery['sidx']>, string>

export async function listLetters(db: Db, query: ListQuery): Promise<Page> {
  let letters = db.selectFrom('letter')
  const { search } = query
  if (search) letters = letters.where((where) => where.or([where('recipient', 'ilike', containing(search)), where('about', 'ilike', containing(search))]))
  if (query.state) letters = letters.where('state', '=', query.state)
  if (query.scenario) letters = letters.where('scenario', '=', query.scenario)
  const rows = await letters
    .selectAll()
    .orderBy(query.sidx ? sortColumns[query.sidx] : 'id', query.order)
    .orderBy('id', query.order)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  const { count } = await letters.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return {
    list: rows.map((row) => ({
      id: row.id,
      scenario: row.scenario,
      recipient: row.recipient,
      about: row.about,
      language: row.language,
      state: row.state,
      tries: row.tries,
      createtime: row.created_at,
      finishTime: row.finished_at,
      nextTime: row.state === 'queued' ? row.due_at : null,
      failure: row.failure as MailFailure | null,
      reply: row.reply,
      canRetry: row.state === 'failed' && row.variables !== null,
    })),
    totalCount: Number(count),
  }
}

export async function lockLetters(tx: Tx, ids: readonly number[]): Promise<{ id: number; recipient: string; failure: string | null; canRetry: boolean }[]> {
  const rows = await tx
    .selectFrom('letter')
    .select(['id', 'recipient', 'failure', 'state', 'variables'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id, recipient, failure, state, variables }) => ({ id, recipient, failure, canRetry: state === 'failed' && variables !== null }))
}

/** Failed letters begin anew: their three days too. */
export async function requeueLetters(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('letter')
    .set({ state: 'queued', tries: 0, due_at: sql<Date>`now()`, created_at: sql<Date>`now()`, finished_at: null, failure: null, reply: '' })
    .where('id', 'in', [...ids])
    .execute()
}
