import { sql } from 'kysely'
import { counted } from '@nameplane/contract/counted'
import type { Db, Tx } from '../db/connection.ts'
import { seedActorName } from './seed-actor.ts'

/** What a seeding would take away. */
export type SeedInventory = { domains: number; records: number; users: number; serviceGroups: number; messages: number }

/** Key of the setting that says which world was seeded, and when. */
const seededKey = 'SEEDED_WORLD'

export async function readSeedInventory(db: Db): Promise<SeedInventory> {
  const { rows } = await sql<SeedInventory>`
    select (select count(*) from domain) as domains, (select count(*) from record) as records,
      (select count(*) from account where type <> 1) as users, (select count(*) from service_group where not is_default) as "serviceGroups",
      (select count(*) from message) as messages`.execute(db)
  return rows[0]!
}

export function isNothing(inventory: SeedInventory): boolean {
  return Object.values(inventory).every((count) => count === 0)
}

/** The counts that are not zero, in words: `3 domains, 12 records, 1 user`. */
export function inWords(inventory: SeedInventory): string {
  const words: [number, string][] = [
    [inventory.domains, 'domain'],
    [inventory.records, 'record'],
    [inventory.users, 'user'],
    [inventory.serviceGroups, 'service group'],
    [inventory.messages, 'message'],
  ]
  return words
    .filter(([count]) => count > 0)
    .map(([count, noun]) => counted(count, noun))
    .join(', ')
}

/** Whether all that is here was seeded and nobody has changed anything of it since; signing in, keys and settings are not of it. */
export async function isUntouchedSeed(db: Db): Promise<boolean> {
  const seeded = await db.selectFrom('system_config').select('updated_at').where('param_key', '=', seededKey).executeTakeFirst()
  if (!seeded) return false
  const touched = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('at', '>', seeded.updated_at)
    .where('actor_name', '<>', seedActorName)
    .where('target_type', 'not in', ['api_key', 'system_config'])
    .where('action', 'not like', 'session.%')
    .where('action', 'not in', ['account.reset_password', 'message.read'])
    .limit(1)
    .executeTakeFirst()
  return !touched
}

/** Notes that the platform holds this world from now on. */
export async function noteSeeded(tx: Tx, world: string): Promise<void> {
  const row = { param_value: JSON.stringify({ world }), updated_at: new Date() }
  await tx
    .insertInto('system_config')
    .values({ param_key: seededKey, remark: '示例数据', ...row })
    .onConflict((conflict) => conflict.column('param_key').doUpdateSet(row))
    .execute()
}
