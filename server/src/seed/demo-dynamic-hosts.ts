import type { Actor } from '../access/actor.ts'
import type { Db } from '../db/connection.ts'
import { createDynamicHost } from '../features/dns/dynamic-host/dynamic-host.service.ts'

/** When and from where the last request came; null: none yet. */
type Planned = { host: string; line: string; used: { minutesAgo: number; address: string } | null }

const planned: readonly Planned[] = [
  { host: 'beta', line: 'default', used: { minutesAgo: 7, address: '198.51.100.23' } },
  { host: 'pay', line: 'default', used: null },
  { host: 'www', line: 'default', used: null },
  { host: 'www', line: 'telecom', used: { minutesAgo: 60 * 31, address: '203.0.113.61' } },
]

/** Credentials of the first administrator for hosts of the named domain that have an address. No one knows their secrets. */
export async function plantDynamicHosts(db: Db, actor: Actor, domainId: number, now: Date): Promise<void> {
  const owner = await db.selectFrom('account').select(['id', 'username']).where('type', '=', 1).orderBy('id').executeTakeFirst()
  if (!owner) return
  const owned: Actor = {
    ...actor,
    accountId: owner.id,
    name: owner.username,
    kind: 'administrator',
    rights: new Set(['record.write']),
    accessScopes: new Map([['record.write', 'all']]),
    seededAt: new Date(now.getTime() - 3 * 86_400_000),
  }
  for (const { host, line, used } of planned) {
    const there = await db.selectFrom('record').select('id').where('domain_id', '=', domainId).where('host', '=', host).where('line', '=', line).where('type', 'in', ['A', 'AAAA']).executeTakeFirst() // oxfmt-ignore
    if (!there) continue
    const { id } = await createDynamicHost(db, owned, { domainId, host, line })
    const usedAt = used && new Date(now.getTime() - used.minutesAgo * 60_000)
    const row = { created_at: owned.seededAt!, last_used_at: usedAt, last_used_address: used?.address ?? '' }
    await db.updateTable('dynamic_host').set(row).where('id', '=', id).execute()
  }
}
