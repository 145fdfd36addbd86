import { sql } from 'kysely'
import { rights } from '@nameplane/contract/rights'
import { largeChanges } from '@nameplane/contract/system/settings/large-changes'
import type { Actor } from '../access/actor.ts'
import type { Db } from '../db/connection.ts'
import { submitRecordCreate, submitRecordUpdate } from '../features/dns/change-set/change-set.service.ts'
import { runChangeSets } from '../features/dns/change-set/runner.ts'
import { changeSetting } from '../settings/setting-change.ts'
import { readSettingOrDefault } from '../settings/settings.ts'
import { daysBefore } from './demo-past.ts'
import type { DemoDomain } from './demo-zones.ts'

/** Domains of each set, beside those that are locked. */
const touched = 8

/**
 * Bulk operations of the first administrator, through the same doors as the console: one that is done, one that a locked domain
 * refused, one that waits for its day, and one that waits for approval. Answers how many records they added.
 */
export async function plantChangeSets(db: Db, actor: Actor, domains: readonly DemoDomain[], now: Date): Promise<number> {
  const author = await db.selectFrom('account').select(['id', 'username']).where('type', '=', 1).where('is_super', '=', true).orderBy('id').executeTakeFirst()
  if (!author) return 0
  const all = new Map(rights.map((right) => [right, 'all'] as const))
  const acting: Actor = { ...actor, accountId: author.id, name: author.username, kind: 'administrator', rights: new Set(rights), accessScopes: all }
  const locked = domains.filter(({ fate }) => fate === 'locked').map(({ name }) => name)
  const usual = domains.filter(({ fate }) => fate === undefined).map(({ name }) => name)
  const names = usual.slice(0, touched)
  const submission = { acknowledged: [], dryRun: false }
  const ttl = { action: 'ttl', host: 'beta', to: '900', find: '', isPart: false } as const
  const records = [{ host: '_verify', type: 'TXT', line: 'default', value: '"{domain} {n}"', ttl: 600, weight: null, remark: '归属验证' }]
  const ids = [
    (await submitRecordCreate(db, acting, { ...submission, domains: names.join('\n'), records, startAt: 1 })).id!,
    (await submitRecordUpdate(db, acting, { ...submission, ...ttl, domains: [...names, ...locked].join('\n') })).id!,
  ]
  await runChangeSets(db, new AbortController().signal)
  const at = new Date(now.getTime() + 60 * 86_400_000)
  await submitRecordUpdate(db, acting, { ...submission, ...ttl, to: '300', domains: names.join('\n'), at })
  await plantAwaiting(db, acting, usual)
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
  const asked = { action: 'ttl', to: '1200', find: '', isPart: false } as const
  await ask('second_administrator')
  try {
    for (const domains of names) {
      const plan = await submitRecordUpdate(db, author, { ...asked, domains, acknowledged: [], dryRun: true })
      if (!plan.needsApproval || plan.warnings.length > 0) continue
      await submitRecordUpdate(db, author, { ...asked, domains, acknowledged: [], dryRun: false })
      return
    }
  } finally {
    await ask(confirmation)
  }
}
