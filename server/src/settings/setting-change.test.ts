import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeCheck } from '@nameplane/contract/system/settings/node-check'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { openDb, openPool, type Db } from '../db/connection.ts'
import { changeSetting } from './setting-change.ts'
import { seedSetting, seedSettings } from './setting-rows.ts'

describe('a setting that a command changes during the very first start', () => {
  let database: TestDatabase
  let db: Db
  beforeEach(async () => {
    database = await createTestDatabase()
    db = openDb(openPool({ connectionString: database.connectionString }, 3))
  })
  afterEach(async () => {
    await db.destroy()
    await database.drop()
  })
  const change = () => db.transaction().execute((tx) => changeSetting(tx, nodeCheck, {}, 'test'))
  const stored = () => db.selectFrom('system_config').select(['id', 'updated_by']).where('param_key', '=', nodeCheck.key).execute()

  it('is added as the start adds it, which then leaves it alone', async () => {
    await change()
    await seedSettings(db)
    expect(await stored()).toEqual([{ id: nodeCheck.id, updated_by: 'test' }])
  })

  it('is changed although the start adds it at the same moment', async () => {
    let changed: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      await seedSetting(tx, nodeCheck)
      changed = change()
      await aStatementWaits(db)
    })
    await changed
    expect(await stored()).toMatchObject([{ updated_by: 'test' }])
  })
})

async function aStatementWaits(db: Db): Promise<void> {
  for (;;) {
    const waiting = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (waiting.rows.length > 0) return
    await pause(5)
  }
}
