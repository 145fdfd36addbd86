import type * as z from 'zod/mini'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import type { Db } from '../../server/src/db/connection.ts'
import { changeSetting } from '../../server/src/settings/setting-change.ts'

/** Puts some members of a setting in place of those that are stored, and switches it on. */
export async function setSetting<Value extends z.core.$ZodType>(db: Db, setting: Setting<Value>, changed: Partial<z.input<Value>>): Promise<void> {
  await db.transaction().execute((tx) => changeSetting(tx, setting, changed, 'test'))
}
