import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { asStoredName } from '@nameplane/dns-text/names'
import { ChangeSet, ChangeSetRow, type changeSet as calls, type ChangeSetState } from '@nameplane/contract/dns/change-set'
import type { WatchState } from '@nameplane/contract/dns/change-set-watch'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Right } from '@nameplane/contract/rights'
import { domainWithin, nowhere } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { containing } from '../../../db/containing.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { pageOf, rowsOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import type { Tables } from '../../../db/tables.ts'
import { Problem } from '../../../problem.ts'
import { withRight } from './author.ts'

type Listed = Answered<typeof calls.list>['data']
export type ListedSet = Listed['list'][number]
type Rows = Answered<typeof calls.rows>['data']

/** Condition on `change_set_domain` of a query: its domain lies within reach. One that there is not yet is its author's. */
export function rowWithin({ accountId, accessScope }: Pick<Actor, 'accountId' | 'accessScope'>): Expression<SqlBool> {
  if (accessScope === 'all') return sql<SqlBool>`true`
  const of = expressionBuilder<Tables, 'change_set_domain'>()
  return of.or([
    of('change_set_domain.domain_id', 'in', of.selectFrom('domain').select('domain.id').where(domainWithin(accessScope))),
    of.and([
      of('change_set_domain.domain_id', 'is', null),
      of('change_set_domain.change_set_id', 'in', of.selectFrom('change_set').select('change_set.id').where('change_set.author_id', '=', accountId)),
    ]),
  ])
}

/** Sets with a domain within reach. */
function setsWithin(db: Db, actor: Actor) {
  return db
    .selectFrom('change_set')
    .$if(actor.accessScope !== 'all', (sets) =>
      sets.where((of) =>
        of.exists(
          of
            .selectFrom('change_set_domain')
            .select('change_set_domain.id')
            .whereRef('change_set_domain.change_set_id', '=', 'change_set.id')
            .where(rowWithin(actor)),
        ),
      ),
    )
}

/**
 * Condition on `change_set_domain` of a query: the name of its domain has this text in it, as it is kept or as it is read. A domain that
 * there is not yet is found by whole labels.
 */
function named(text: string): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'change_set_domain'>()
  const readable = of.selectFrom('domain').select('domain.id').where('domain.unicode_name', 'like', containing(text.toLowerCase()))
  return of.or([of('change_set_domain.domain', 'like', containing(asStoredName(text).toLowerCase())), of('change_set_domain.domain_id', 'in', readable)])
}

/** One page of the sets, newest first. */
export async function listSets(db: Db, actor: Actor, query: Received<typeof calls.list>): Promise<Listed> {
  const { search, kind, state } = query
  const found = setsWithin(db, actor)
    .select('change_set.id')
    .$if(kind !== undefined, (sets) => sets.where('kind', '=', kind!))
    .$if(state !== undefined, (sets) => sets.where('state', '=', state!))
    .$if(Boolean(search), (sets) =>
      sets.where((of) =>
        of.or([
          of('author_name', 'ilike', containing(search!)),
          of(sql<string>`'#' || change_set.id`, '=', search!),
          of.exists(
            of
              .selectFrom('change_set_domain')
              .select('change_set_domain.id')
              .whereRef('change_set_domain.change_set_id', '=', 'change_set.id')
              .where(named(search!))
              .where(rowWithin(actor)),
          ),
        ]),
      ),
    )
  const sort = { createTime: 'change_set.created_at' } as const
  const page = await pageOf(db, found, { sort, otherwise: 'change_set.created_at', tieBreak: 'change_set.id' }, query)
  const rows = await readSets(
    db,
    actor,
    page.list.map(({ id }) => id),
  )
  return { ...page, list: rowsOf(page.list, rows) }
}

/** Sets with the counts of their domains within reach. */
async function readSets(db: Db, actor: Actor, ids: readonly number[]): Promise<ListedSet[]> {
  if (ids.length === 0) return []
  const inState = (state: string) => sql<number>`count(*) filter (where change_set_domain.state = ${state})`
  const summed = (column: 'added' | 'updated' | 'deleted') =>
    sql<number>`coalesce(sum(${sql.ref(`change_set_domain.${column}`)}) filter (where change_set_domain.state in ('done', 'undone')), 0)::bigint`
  const byHand = [
    'author',
    'isOwn',
    'dueTime',
    'approver',
    'decideTime',
    'watchState',
    'domains',
    'waiting',
    'done',
    'failed',
    'cancelled',
    'undone',
    'added',
    'updated',
    'deleted',
  ] as const
  return db
    .selectFrom('change_set')
    .innerJoin('change_set_domain', (join) => join.onRef('change_set_domain.change_set_id', '=', 'change_set.id').on(rowWithin(actor)))
    .where('change_set.id', 'in', [...ids])
    .groupBy('change_set.id')
    .select(columnsFor('change_set', ChangeSet, byHand))
    .select([
      'change_set.author_name as author',
      'change_set.due_at as dueTime',
      'change_set.approver_name as approver',
      'change_set.decided_at as decideTime',
      sql<boolean>`change_set.author_id = ${actor.accountId}`.as('isOwn'),
      sql<WatchState | null>`(select change_set_watch.state from change_set_watch where change_set_id = change_set.id)`.as('watchState'),
      sql<number>`count(*)`.as('domains'),
      inState('waiting').as('waiting'),
      inState('done').as('done'),
      inState('failed').as('failed'),
      inState('cancelled').as('cancelled'),
      inState('undone').as('undone'),
      summed('added').as('added'),
      summed('updated').as('updated'),
      summed('deleted').as('deleted'),
    ])
    .execute()
}

export async function findSet(db: Db, actor: Actor, id: number): Promise<(ListedSet & { asked: Record<string, unknown> }) | undefined> {
  const [row] = await readSets(db, actor, [id])
  if (!row) return undefined
  // The records of a save may be very many; the difference and the history show them. What was confirmed is about domains of any reach.
  const { asked } = await db
    .selectFrom('change_set')
    .select(sql<Record<string, unknown>>`asked - 'writes' - 'confirmed' - 'digest'`.as('asked'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, asked }
}

/** A set that the caller sees, with the domains that this right reaches. @throws Problem change_set_missing */
export async function requireSet(db: Db, actor: Actor, id: number, right: Right = 'record.read') {
  const set = await findSet(db, withRight(actor, right), id)
  if (!set) throw new Problem('change_set_missing')
  return set
}

/** A set that may still be approved, with its domains within reach that wait. */
export async function findAwaiting(db: Db, actor: Actor, id: number) {
  const set = await db
    .selectFrom('change_set')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'awaiting')
    .where('approval_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!set) return undefined
  const targets = await db
    .selectFrom('change_set_domain')
    .leftJoin('domain', 'domain.id', 'change_set_domain.domain_id')
    .select([
      'change_set_domain.position',
      'change_set_domain.domain_id as domainId',
      'change_set_domain.domain',
      'change_set_domain.version_planned as versionPlanned',
      'domain.account_id as userId',
    ])
    .where('change_set_id', '=', id)
    .where('state', '=', 'waiting')
    .where(rowWithin(actor))
    .orderBy('position')
    .execute()
  return { set, targets }
}

function selectRows(db: Db, actor: Actor, changeSetId: number) {
  // Whose domain it is leads to its page, for whoever reaches that.
  const scope = actor.accessScopes.get('domain.read') ?? nowhere
  return db
    .selectFrom('change_set_domain')
    .leftJoin('domain', (join) => join.onRef('domain.id', '=', 'change_set_domain.domain_id').on('domain.deleted_at', 'is', null).on(domainWithin(scope)))
    .where('change_set_domain.change_set_id', '=', changeSetId)
    .where(rowWithin(actor))
    .select(columnsFor('change_set_domain', ChangeSetRow, ['userId', 'version', 'endTime']))
    .select(['domain.account_id as userId', 'change_set_domain.version_after as version', 'change_set_domain.ended_at as endTime'])
}

/** One page of the domains of a set, in their order. */
export async function listRows(db: Db, actor: Actor, query: Received<typeof calls.rows>): Promise<Rows> {
  const { search, state } = query
  const rows = selectRows(db, actor, query.changeSetId)
    .$if(state !== undefined, (all) => all.where('change_set_domain.state', '=', state!))
    .$if(Boolean(search), (all) => all.where(named(search!)))
  const sort = { domain: 'change_set_domain.domain', position: 'change_set_domain.position', endTime: 'change_set_domain.ended_at' } as const
  return pageOf(db, rows, { sort, otherwise: [['change_set_domain.position', 'asc']], tieBreak: ['change_set_domain.id', 'asc'] }, query)
}

/** All of them; a set has no more than a batch takes. */
export async function readRows(db: Db, actor: Actor, changeSetId: number): Promise<Rows['list']> {
  return selectRows(db, actor, changeSetId).orderBy('change_set_domain.position').execute()
}

/** The ids of a set's rows within reach that are in this state. */
export async function rowsInState(db: Db, actor: Actor, changeSetId: number, state: 'done' | 'failed') {
  return db
    .selectFrom('change_set_domain')
    .select(['id', 'domain_id', 'domain', 'version_after', 'row_version_after'])
    .where('change_set_id', '=', changeSetId)
    .where('state', '=', state)
    .where(rowWithin(actor))
    .orderBy('position')
    .execute()
}

/** Ends the domains of a set that wait, or those of them within reach; answers how many there were. */
export async function cancelWaiting(tx: Tx, changeSetId: number, within: Expression<SqlBool> = sql<SqlBool>`true`): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('change_set_domain')
    .set({ state: 'cancelled', ended_at: sql<Date>`now()` })
    .where('change_set_id', '=', changeSetId)
    .where('state', '=', 'waiting')
    .where(within)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Notes how a set ended, once nothing of it waits; and of the set that it undoes, with it or not at all. What seems to have ended is looked
 * at again under the lock of the set, because somebody may let domains wait again meanwhile.
 */
export async function settleSet(db: Db, id: number): Promise<void> {
  if ((await endOf(db, id)) !== null) await db.transaction().execute((tx) => settleLocked(tx, id))
}

async function settleLocked(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('change_set').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const state = await endOf(tx, id)
  if (state === null) return
  const settled = await tx
    .updateTable('change_set')
    .set({ state, ended_at: sql<Date>`coalesce((select max(ended_at) from change_set_domain where change_set_id = change_set.id), now())` })
    .where('id', '=', id)
    .where('state', '!=', state)
    .returning('undoes_id')
    .executeTakeFirst()
  if (settled?.undoes_id) await settleLocked(tx, settled.undoes_id)
}

/** How a set has ended by its domains; null while one of them waits. */
async function endOf(db: Db, id: number): Promise<ChangeSetState | null> {
  const rows = await db
    .selectFrom('change_set_domain')
    .select((of) => ['state', of.fn.countAll<number>().as('count')])
    .where('change_set_id', '=', id)
    .groupBy('state')
    .execute()
  const count = (state: string): number => Number(rows.find((row) => row.state === state)?.count ?? 0)
  if (count('waiting') > 0) return null
  return stateOf({ done: count('done'), failed: count('failed'), cancelled: count('cancelled'), undone: count('undone') })
}

function stateOf({ done, failed, cancelled, undone }: Record<'done' | 'failed' | 'cancelled' | 'undone', number>): ChangeSetState {
  if (done === 0 && undone > 0) return 'undone'
  if (cancelled > 0) return 'cancelled'
  if (failed === 0) return 'done'
  return done + undone === 0 ? 'failed' : 'partly'
}
