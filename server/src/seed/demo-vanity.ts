import type { Actor } from '../access/actor.ts'
import type { Db } from '../db/connection.ts'
import { publishRollouts } from '../features/dns/vanity-nameserver/nameserver-rollout.ts'
import { addNames, chooseNames } from '../features/dns/vanity-nameserver/vanity-nameserver.service.ts'
import { daysBefore, type PastEvent } from './demo-past.ts'

/** Whose names these are, and a domain of the same owner that shows those of its service group. */
const planned = { ownerOf: 'quartz-labs.example', names: ['ns1.quartz-labs.example', 'ns2.quartz-labs.example'], exception: 'bamboo-books.example' }

/** The user with vanity name servers of the demo world. */
export function vanityEvents(db: Db, actor: Actor, ownerOf: (name: string) => number, now: Date): PastEvent[] {
  const at = daysBefore(now, 12)
  return [
    {
      at,
      async work() {
        const doer = { ...actor, seededAt: at }
        const id = await addNames(db, doer, { userId: ownerOf(planned.ownerOf), names: planned.names })
        await db.updateTable('vanity_nameserver').set({ created_at: at, updated_at: at }).where('id', '=', id).execute()
        const exception = await db.selectFrom('domain').select(['id', 'updated_at']).where('name', '=', planned.exception).executeTakeFirstOrThrow()
        await chooseNames(db, doer, { id: exception.id, choice: 'platform', names: [] })
        await db.updateTable('domain').set({ updated_at: exception.updated_at }).where('id', '=', exception.id).execute()
        await publishRollouts(db)
      },
    },
  ]
}
