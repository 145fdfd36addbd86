import type { Actor } from '../access/actor.ts'
import type { Db } from '../db/connection.ts'
import { changeDomain } from '../features/dns/domain/domain.service.ts'
import { requestDomains } from '../features/dns/domain-claim/domain-claim.service.ts'
import { daysBefore, type PastEvent } from './demo-past.ts'

type Planned = { domain: string; daysAgo: number; found: 'missing' | 'different' | 'seen' | null }

/** Requests for domains of others: one that nobody has checked, two that wait, one that is over, and one that was granted. */
const planned: readonly Planned[] = [
  { domain: 'grove-studio.example', daysAgo: 20, found: 'seen' },
  { domain: 'maple-studio.example', daysAgo: 12, found: 'missing' },
  { domain: 'orchid-parked.example', daysAgo: 4, found: 'different' },
  { domain: 'timber-parked.example', daysAgo: 2, found: 'missing' },
  { domain: 'umber-parked.example', daysAgo: 0.3, found: null },
]

/** The requests of the demo world, each of the owner after the one who has the domain. */
export function claimEvents(db: Db, actor: Actor, owners: readonly number[], ownerOf: (domain: string) => number, now: Date): PastEvent[] {
  return planned.map(({ domain, daysAgo, found }) => {
    const at = daysBefore(now, daysAgo)
    return {
      at,
      async work() {
        const userId = owners[(owners.indexOf(ownerOf(domain)) + 1) % owners.length]!
        const [id] = await requestDomains(db, { ...actor, seededAt: at }, { domains: [domain], userId }, at)
        if (found === null) return
        const checkedAt = daysBefore(now, daysAgo - 0.1)
        const isGranted = found === 'seen'
        await db
          .updateTable('domain_claim')
          .set({ finding: found, checked_at: checkedAt, ...(isGranted ? { finished_at: checkedAt } : {}) })
          .where('id', '=', id!)
          .execute()
        if (!isGranted) return
        const { id: domainId } = await db.selectFrom('domain').select('id').where('name', '=', domain).executeTakeFirstOrThrow()
        await changeDomain(db, { ...actor, seededAt: checkedAt }, { id: domainId, userId })
        await db.updateTable('domain').set({ updated_at: checkedAt }).where('id', '=', domainId).execute()
      },
    }
  })
}
