import { sql, type RawBuilder } from 'kysely'
import type { log as calls } from '@nameplane/contract/dns/log'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { containing, startingWith } from '../../../db/containing.ts'
import type { Db } from '../../../db/connection.ts'
import type { AccessScope } from '../../../access/access-scope.ts'
import { addressConditions } from './log-address.ts'
import type { Total } from '../../../db/paged-read.ts'
import { readKeys } from './log-page.ts'
import type { Place } from './log-place.ts'
import { signInWithin } from './log-scope.ts'
import { foldCase } from '../../../db/fold-case.ts'

type Filters = Omit<Received<typeof calls.signInExport>, 'format' | 'timeZone'> & { accessScope: AccessScope }
export type SignInRow = Answered<typeof calls.signIns>['data']['list'][number]

/** The tries that fit the filters, as `source`, `id` and what they are ordered by. */
function fitting(filters: Filters): RawBuilder<unknown> {
  const { audience, from, to, actor, result, address, search } = filters
  const conditions = [
    // To the letter what the partial indexes say.
    audience === 'users' ? sql`is_user` : sql`not is_user`,
    signInWithin(filters.accessScope),
    ...(from ? [sql`at >= ${from}`] : []),
    ...(to ? [sql`at <= ${to}`] : []),
    ...(actor ? [sql`lower(username) like ${startingWith(foldCase(actor))}`] : []),
    ...(result ? [result === 'refused' ? sql`result not in ('ok', 'second_factor_asked')` : sql`result = ${result}`] : []),
    ...addressConditions(address),
    ...(search ? [sql`(lower(username) like ${containing(foldCase(search))} or address like ${startingWith(search)} or request_id = ${search})`] : []),
  ]
  return sql`select 's' as source, id, at, duration_ms from sign_in_attempt where ${sql.join(conditions, sql` and `)}`
}

export async function listSignIns(
  db: Db,
  query: Received<typeof calls.signIns> & { accessScope: AccessScope },
  placeOf: (address: string) => Place | null,
): Promise<{ list: SignInRow[] } & Total> {
  const { keys, total } = await readKeys(db, [fitting(query)], query)
  return {
    list: await readSignIns(
      db,
      keys.map((key) => key.id),
      placeOf,
    ),
    ...total,
  }
}

/** All tries that fit, the newest first, in batches; what comes in meanwhile is not among them. */
export async function* everySignIn(db: Db, filters: Filters, placeOf: (address: string) => Place | null, batchSize: number): AsyncGenerator<SignInRow[]> {
  const rows = fitting(filters)
  let after: { at: Date; id: number } | null = null
  for (;;) {
    const { rows: keys } = await sql<{ id: number; at: Date }>`
      select id, at from (${rows}) as log ${after ? sql`where (at, id) < (${after.at}, ${after.id})` : sql``} order by at desc, id desc limit ${batchSize}`.execute(
      db,
    )
    if (keys.length === 0) return
    yield await readSignIns(
      db,
      keys.map((key) => key.id),
      placeOf,
    )
    after = keys.at(-1)!
  }
}

async function readSignIns(db: Db, ids: readonly number[], placeOf: (address: string) => Place | null): Promise<SignInRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('sign_in_attempt')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row
      ? [
          {
            id,
            time: row.at,
            username: row.username,
            result: row.result,
            tries: row.tries,
            address: row.address,
            place: placeOf(row.address),
            agent: row.agent,
            secondFactor: row.second_factor,
            durationMs: row.duration_ms,
            requestId: row.request_id,
          },
        ]
      : []
  })
}
