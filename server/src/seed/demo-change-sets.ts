import { sql } from 'kysely'
import { rights } from '@nameplane/contract/rights'
import { largeChanges } from '@nameplane/contract/system/settings/large-changes'
import type { Actor } from '../access/actor.ts'
import type { Db } from '../db/connection.ts'
import { submitRecordCreate, submitRecordUpdate } from '../features/dns/change-set/change-set.service.ts'
import { addAnswers } from '../db/statistics/adding.ts'
import { runChangeSets } from '../features/dns/change-set/runner.ts'
import { watchChangeSets } from '../features/dns/change-set/watch-keeper.ts'
import { changeSetting } from '../settings/setting-change.ts'
import { readSettingOrDefault } from '../settings/settings.ts'
import { daysBefore } from './demo-past.ts'
import type { DemoDomain } from './demo-zones.ts'

/** Domains of each set, beside those that are locked. */
const touched = 8

/**
 * Bulk operations of the first administrator, through the same doors as the console: one that is done, one that a locked domain
 * refused, one that waits for its day, one that waits for approval, and one that its watch undid. Answers how many records they added.
 */
export async function plantChangeSets(db: Db, actor: Actor, domains: readonly DemoDomain[], now: Date): Promise<number> {
  const author = await db.selectFrom('account').select(['id', 'username']).where('type', '=', 1).where('is_super', '=', true).orderBy('id').executeTakeFirst()
  if (!author) return 0
  const all = new Map(rights.map((right) => [right, 'all'] as const))
  const acting: Actor = { ...actor, accountId: author.id, name: author.username, kind: 'administrator', rights: new Set(rights), accessScopes: all }
  const locked = domains.filter(({ fate }) => fate === 'locked').map(({ name }) => name)
  const usual = domains.filter(({ fate }) => fate === undefined).map(({ name }) => name)
  const names = usual.slice(0, touched)
  const submission = { acknowledged: [], dryRun: false, watchThreshold: 5 }
  const ttl = { action: 'ttl', host: 'beta', to: '900', find: '', isPart: false } as const
  const records = [{ host: '_verify', type: 'TXT', line: 'default', value: '"{domain} {n}"', ttl: 600, weight: null, remark: '归属验证' }]
  const ids = [
    (await submitRecordCreate(db, acting, { ...submission, domains: names.join('\n'), records, startAt: 1 })).id!,
    (await submitRecordUpdate(db, acting, { ...submission, ...ttl, domains: [...names, ...locked].join('\n') })).id!,
  ]
  await runChangeSets(db, new AbortController().signal)
  const at = new Date(now.getTime() + 60 * 86_400_000)
  await submitRecordUpdate(db, acting, { ...submission, ...ttl, to: '300', domains: names.join('\n'), at, watchMinutes: 10 })
  await plantAwaiting(db, acting, usual)
  await plantWatched(db, acting, names.slice(0, 3), now)
  for (const [index, id] of ids.entries()) {
    const days = sql`${daysBefore(now, 3 - index).toISOString()}::timestamptz - change_set.created_at`
    await sql`
      update change_set set created_at = created_at + (${days}), due_at = due_at + (${days}), started_at = started_at + (${days}), ended_at = ended_at + (${days})
      where id = ${id}`.execute(db)
  }
  return names.length
}

/** A large change of another administrator, where there is one, that waits for approval; what the platform asks otherwise stays as it was. */
async function plantAwaiting(db: Db, acting: Actor, names: readonly string[]): Promise<void> {
  const other = await db
    .selectFrom('account')
    .select(['id', 'username'])
    .where('type', '=', 1)
    .where('status', '=', 1)
    .where('id', '!=', acting.accountId)
    .orderBy('id')
    .executeTakeFirst()
  const author = other ? { ...acting, accountId: other.id, name: other.username } : acting
  const { confirmation } = await readSettingOrDefault(db, largeChanges)
  const ask = (now: typeof confirmation) => db.transaction().execute((tx) => changeSetting(tx, largeChanges, { confirmation: now }, acting.name))
  const asked = { action: 'ttl', to: '1200', find: '', isPart: false, watchThreshold: 5 } as const
  await ask('second_administrator')
  try {
    for (const domains of names) {
      const plan = await submitRecordUpdate(db, author, { ...asked, domains, acknowledged: [], dryRun: true })
      if (!plan.needsApproval || plan.warnings.length > 0) continue
      await submitRecordUpdate(db, author, { ...asked, domains, acknowledged: [], dryRun: false, watchMinutes: 10 })
      return
    }
  } finally {
    await ask(confirmation)
  }
}

const minuteMs = 60_000
/** How long ago the watched one was. */
const watchedMs = 100 * minuteMs

/** Pauses a host that was still asked for: queries fail, and its watch takes it back. */
async function plantWatched(db: Db, acting: Actor, names: readonly string[], now: Date): Promise<void> {
  const asked = { action: 'status', host: 'beta', to: '0', find: '', isPart: false, domains: names.join('\n'), watchMinutes: 10, watchThreshold: 5 } as const
  const plan = await submitRecordUpdate(db, acting, { ...asked, acknowledged: [], dryRun: true })
  const acknowledged = plan.warnings.map(({ code }) => code)
  const confirm = plan.confirm ?? undefined
  const id = (await submitRecordUpdate(db, acting, { ...asked, acknowledged, confirm, dryRun: false })).id!
  const signal = new AbortController().signal
  await runChangeSets(db, signal)
  const began = new Date(now.getTime() - watchedMs)
  await move(db, id, began)
  const node = await db.selectFrom('node').select('id').orderBy('id').executeTakeFirst()
  const rows = await db
    .selectFrom('change_set_domain')
    .select('domain_id')
    .where('change_set_id', '=', id)
    .where('state', '=', 'done')
    .orderBy('position')
    .execute()
  for (let minute = -10; minute < 4; minute += 1) {
    if (!node || minute === 0) continue
    const counts = rows.map(({ domain_id: domainId }, index) =>
      countsOf(domainId!, 40 + 9 * index + (minute % 3), minute > 0 ? 11 + index + minute : (minute + index) % 2 === 0 ? 1 : 0),
    )
    const all = { ...countsOf(0, sumOf(counts, 'answers'), sumOf(counts, 'failed')), domainId: 'all' as const }
    await addAnswers(db, node.id, new Date(Math.floor(began.getTime() / minuteMs + minute) * minuteMs), [all, ...counts])
  }
  const judged = new Date(began.getTime() + 4 * minuteMs)
  await watchChangeSets(db, judged)
  await runChangeSets(db, signal)
  await sql`update change_set_watch set ended_at = ${judged} where change_set_id = ${id}`.execute(db)
  const undo = await db.selectFrom('change_set').select('id').where('undoes_id', '=', id).executeTakeFirst()
  if (undo) await move(db, undo.id, judged)
}

/** What a node counts of a domain in one minute, some of it of a name that is not there. */
const countsOf = (domainId: number, answers: number, failed: number) => ({
  ...{ domainId, answers, failed },
  lines: [['default', answers]] as const,
  types: [[1, answers]] as const,
  rcodes: (
    [
      [0, answers - failed],
      [3, failed],
    ] as const
  ).filter(([, count]) => count > 0),
})

const sumOf = (counts: readonly ReturnType<typeof countsOf>[], name: 'answers' | 'failed'): number => counts.reduce((sum, count) => sum + count[name], 0)

/** A set that was submitted and done just now was so at this moment. */
async function move(db: Db, id: number, to: Date): Promise<void> {
  await sql`update change_set set created_at = ${to}, due_at = ${to}, started_at = ${to}, ended_at = ${to} where id = ${id}`.execute(db)
  await sql`update change_set_domain set ended_at = ${to} where change_set_id = ${id} and ended_at is not null`.execute(db)
}
