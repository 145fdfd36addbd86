import { sql } from 'kysely'
import type { FirstAdministrator } from '../app/first-password.ts'
import { seedFirstStart } from '../app/first-start.ts'
import { change } from '../changes/change.ts'
import { OperatorProblem } from '../cli/operator-problem.ts'
import type { PlatformDatabase } from '../cli/platform-database.ts'
import { migrateDb } from '../db/migrate.ts'
import { seedStandardLines } from '../features/dns/line/line.store.ts'
import { migrateJobs } from '../jobs/worker.ts'
import { plantDemo } from './demo.ts'
import type { LargePlan } from './large-domains.ts'
import { plantLarge } from './large.ts'
import { inWords, isNothing, isUntouchedSeed, noteSeeded, readSeedInventory } from './seed-inventory.ts'
import { removeAll, unpublishAll } from './removal.ts'
import { seedActor } from './seed-actor.ts'

export const worldNames = ['demo', 'large', 'empty'] as const
export type WorldName = (typeof worldNames)[number]

export function isWorldName(text: string): text is WorldName {
  return (worldNames as readonly string[]).includes(text)
}

export type Seeding = {
  /** Remove what is there although it may be somebody's work. */
  isConfirmed: boolean
  progress: (line: string) => void
  /** Sizes of the large world, for tests. */
  largePlan?: LargePlan
  /** Until when the demo world has a past; now. */
  now?: Date
}

/**
 * Makes the platform hold one of the worlds and nothing else; a database without a platform gets one first. What is
 * there is removed: at once when it is an untouched world of an earlier seeding, else only when confirmed.
 * @throws OperatorProblem that names what would be lost.
 */
export async function seedWorld(
  { db, pool, environment }: PlatformDatabase,
  world: WorldName,
  { isConfirmed, progress, largePlan, now }: Seeding,
): Promise<{ domains: number; records: number; firstAdministrator: FirstAdministrator | null }> {
  await migrateDb(db)
  await migrateJobs(pool)
  await seedStandardLines(db)
  const firstAdministrator = await seedFirstStart(db, {
    password: environment.adminPassword,
    token: environment.adminToken,
    dataFolder: environment.dataFolder,
  })

  const inventory = await readSeedInventory(db)
  if (!isNothing(inventory)) {
    if (!isConfirmed && !(await isUntouchedSeed(db)))
      throw new OperatorProblem(`This platform is in use. ${inWords(inventory)} would be permanently deleted. Add --yes to continue.`)
    progress(`deleting ${inWords(inventory)}`)
    await unpublishAll(db, progress)
  }
  let planted = await change(db, seedActor, 'platform.seed', async (open) => {
    await removeAll(open.tx)
    const made = world === 'large' ? await plantLarge(open, progress, largePlan) : { domains: 0, records: 0 }
    await noteSeeded(open.tx, world)
    open.audit({ type: 'platform', id: null, name: world, before: inventory, after: made })
    return made
  })
  // The demo goes through the services, each change by itself; a seeding that is cut off is simply run again.
  if (world === 'demo') {
    planted = await plantDemo(db, seedActor, environment, now)
    // Its bulk operations were done by their author, in the present.
    await db.transaction().execute((tx) => noteSeeded(tx, world))
  }
  // Without figures the planner guesses wrong about tables that were just filled.
  for (const table of ['domain', 'record', 'publication', 'account']) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  return { ...planted, firstAdministrator }
}
