import type { Actor } from '../access/actor.ts'
import type { Db } from '../db/connection.ts'
import { createUpdateKey } from '../features/dns/update-key/update-key.service.ts'

/** When and from where the last update came; null: none yet. */
type Planned = { name: string; algorithm: 'hmac-sha256' | 'hmac-sha512'; policy: string; used: { minutesAgo: number; address: string } | null }

const planned: readonly Planned[] = [
  { name: 'acme', algorithm: 'hmac-sha256', policy: '_acme-challenge TXT\n_acme-challenge.www TXT', used: { minutesAgo: 60 * 19, address: '198.51.100.40' } },
  { name: 'dhcp', algorithm: 'hmac-sha512', policy: '*.dhcp A AAAA TXT DHCID', used: { minutesAgo: 3, address: '203.0.113.10' } },
  { name: 'mail', algorithm: 'hmac-sha256', policy: 'mail A AAAA TLSA\n_dmarc TXT', used: null },
]

/** Keys for DNS UPDATE of the named domain. No one knows their secrets. */
export async function plantUpdateKeys(db: Db, actor: Actor, domainId: number, now: Date): Promise<void> {
  const seededAt = new Date(now.getTime() - 9 * 86_400_000)
  const changer: Actor = { ...actor, rights: new Set(['record.write']), accessScopes: new Map([['record.write', 'all']]), seededAt }
  for (const { used, ...key } of planned) {
    const { id } = await createUpdateKey(db, changer, { domainId, ...key })
    const usedAt = used && new Date(now.getTime() - used.minutesAgo * 60_000)
    const row = { created_at: seededAt, updated_at: seededAt, last_used_at: usedAt, last_used_address: used?.address ?? '' }
    await db.updateTable('update_key').set(row).where('id', '=', id).execute()
  }
}
