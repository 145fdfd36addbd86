import { randomBytes } from 'node:crypto'
import type { Db } from '../db/connection.ts'
import { createSecondary } from '../features/dns/secondary/secondary.service.ts'
import type { Actor } from '../access/actor.ts'
import { daysBefore, type PastEvent } from './demo-past.ts'

type Planned = Omit<Parameters<typeof createSecondary>[2], 'secret'>

const secondaries: readonly Planned[] = [
  {
    name: 'knot-shanghai',
    networks: ['198.51.100.77'],
    keyName: 'knot-shanghai.transfer',
    algorithm: 'hmac-sha256',
    scope: 'all',
    domains: [],
    notifyAddresses: ['198.51.100.77'],
    notifyPort: 53,
    catalogZone: 'catalog.knot-shanghai.example',
    remark: '灾备机房',
    status: 1,
  },
  {
    name: 'partner-bind',
    networks: ['203.0.113.128/28'],
    keyName: 'partner-bind.transfer',
    algorithm: 'hmac-sha512',
    scope: 'chosen',
    domains: ['tea-harbor.example', 'bamboo-books.example'],
    notifyAddresses: [],
    notifyPort: 53,
    catalogZone: '',
    remark: '',
    status: 0,
  },
]

/** What marks secondary servers that nobody runs. */
export const demoSecondaries = secondaries.map(({ name }) => name)

/** The secondary servers of the demo world, when they were added. No one knows the secrets of their keys. */
export function secondaryEvents(db: Db, actor: Actor, now: Date): PastEvent[] {
  return secondaries.map((planned, index) => {
    const at = daysBefore(now, 21 - index)
    return {
      at,
      async work() {
        const secret = randomBytes(32).toString('base64')
        const id = await createSecondary(db, { ...actor, seededAt: at }, { ...planned, secret })
        await db.updateTable('secondary').set({ created_at: at, updated_at: at }).where('id', '=', id).execute()
      },
    }
  })
}
