import type { MessageRecord } from '@nameplane/dns-text/message'
import { platformActor, type Actor } from '../access/actor.ts'
import type { Db } from '../db/connection.ts'
import { createDomain } from '../features/dns/domain/domain.service.ts'
import { saveTransferred } from '../features/dns/primary/primary-transfer.ts'
import { setPrimaries } from '../features/dns/primary/primary.service.ts'
import { TransferredZone } from '../features/dns/primary/transferred-zone.ts'
import { backdate, daysBefore, type PastEvent } from './demo-past.ts'

/** A domain whose records came from a primary that nobody runs: asked again, it does not answer, and the domain says so. */
const name = 'coral-archive.example'
const primaries = ['10.53.0.1', '10.53.0.2']
const soa = { refresh: 7_200, retry: 900, expire: 1_209_600, minimum: 300 }

const zone: readonly (readonly [host: string, ttlSeconds: number, type: string, value: string])[] = [
  ['@', 3600, 'NS', `ns1.${name}.`],
  ['@', 3600, 'NS', `ns2.${name}.`],
  ['ns1', 3600, 'A', '198.51.100.53'],
  ['ns2', 3600, 'A', '203.0.113.53'],
  ['@', 600, 'A', '198.51.100.80'],
  ['@', 600, 'AAAA', '2001:db8:53::80'],
  ['@', 3600, 'MX', `10 mail.${name}.`],
  ['@', 3600, 'TXT', '"v=spf1 mx -all"'],
  ['mail', 3600, 'A', '198.51.100.25'],
  ['www', 600, 'CNAME', `${name}.`],
  ['ftp', 600, 'A', '198.51.100.21'],
  ['scan1', 600, 'A', '198.51.100.101'],
  ['scan2', 600, 'A', '198.51.100.102'],
]

/** What the primary had on each of these days. */
const transfers: readonly { daysAgo: number; serial: number; records: typeof zone }[] = [
  { daysAgo: 39.8, serial: 2_026_010_101, records: zone },
  { daysAgo: 2.5, serial: 2_026_010_102, records: zone.map((row) => (row[0] === 'ftp' ? ['ftp', 600, 'A', '198.51.100.22'] : row)) },
]

export type TransferredDomain = { id: number; name: string; records: number }

/** The domain, its primaries, and what was transferred from them. `noted` is told of it. */
export function primaryEvents(db: Db, actor: Actor, ownerId: number, now: Date, noted: (domain: TransferredDomain) => void): PastEvent[] {
  const startedAt = new Date()
  let id = 0
  const addedAt = daysBefore(now, 39.9)
  const added: PastEvent = {
    at: addedAt,
    async work() {
      const doer = { ...actor, seededAt: addedAt }
      id = await createDomain(db, doer, { domain: name, userId: ownerId, remark: '由隐藏主服务器传送' })
      await setPrimaries(db, doer, { domainId: id, addresses: primaries, port: 53, keyName: '', algorithm: 'hmac-sha256', secret: '' })
      await backdate(db, id, startedAt, addedAt)
      // Its name servers stand beside its records.
      noted({ id, name, records: zone.filter(([host, , type]) => !(host === '@' && type === 'NS')).length })
    },
  }
  return [
    added,
    ...transfers.map(({ daysAgo, serial, records }): PastEvent => {
      const at = daysBefore(now, daysAgo)
      return {
        at,
        async work() {
          const given = new TransferredZone(name)
          given.take(messageRecords(serial, records))
          const row = await db.selectFrom('domain_primary').selectAll().where('domain_id', '=', id).executeTakeFirstOrThrow()
          await saveTransferred(db, { ...row, name }, given, primaries[0]!, at, { ...platformActor('transfer'), seededAt: at })
          await db.updateTable('domain_primary').set({ created_at: addedAt, updated_at: at }).where('id', '=', row.id).execute()
          await backdate(db, id, startedAt, at)
        },
      }
    }),
  ]
}

function messageRecords(serial: number, records: typeof zone): MessageRecord[] {
  const values = [serial, soa.refresh, soa.retry, soa.expire, soa.minimum].join(' ')
  const all = [['@', 3600, 'SOA', `ns1.${name}. hostmaster.${name}. ${values}`] as const, ...records]
  return all.map(([host, ttlSeconds, type, value]) => ({ name: host === '@' ? `${name}.` : `${host}.${name}.`, type, classCode: 1, ttlSeconds, value }))
}
