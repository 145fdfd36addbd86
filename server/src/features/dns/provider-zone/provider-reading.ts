import { limits } from '@nameplane/contract/limits'
import type { Actor } from '../../../access/actor.ts'
import { triesOfLastMinute } from '../../../audit/recent-tries.ts'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'

/** Noted before it is tried: readings at the same time count too. */
export async function noteReading(db: Db, actor: Actor, { id, name }: { id: number; name: string }, from: Record<string, unknown>): Promise<void> {
  await change(db, actor, 'provider_zone.read', async ({ tx, audit }) => {
    if ((await triesOfLastMinute(tx, actor, 'provider_zone.read')) >= limits.providerReadsPerMinute) throw new Problem('provider_too_often')
    audit({ type: 'domain', id, name, after: from })
  })
}
