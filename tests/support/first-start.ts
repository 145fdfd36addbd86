import { seedFirstStart } from '../../server/src/app/first-start.ts'
import { openDataKeys, useRootKeys } from '../../server/src/keys/data-keys.ts'
import { openDb, openPool, type Db } from '../../server/src/db/connection.ts'
import { seedMenu } from '../../server/src/features/account/menu/menu-seed.ts'
import { seedStandardLines } from '../../server/src/features/dns/line/line.store.ts'
import { seedSettings } from '../../server/src/settings/setting-rows.ts'

const masterKey = Buffer.alloc(32, 7)

/** Opens the keys of a database after `makeFirstStart`: the same in all test platforms of this process. */
export async function openTestKeys(db: Db, dataFolder: string): Promise<void> {
  await openDataKeys(db, { masterKey, dataFolder })
}

/** Brings a migrated database to where a platform's first start brings it, with an API token of the first administrator. */
export async function makeFirstStart(connectionString: string, adminToken: string, dataFolder: string): Promise<void> {
  const db = openDb(openPool({ connectionString }))
  try {
    useRootKeys({ byId: new Map([[1, masterKey]]), sealingId: 1 })
    await seedFirstStart(db, { password: 'correct horse 7', token: adminToken })
    // With an account already, the root key is the master key.
    await openTestKeys(db, dataFolder)
    await seedStandardLines(db)
    await seedMenu(db)
    await seedSettings(db)
  } finally {
    await db.destroy()
  }
}
