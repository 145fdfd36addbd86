import type { Db } from '../db/connection.ts'
import type { Actor } from '../access/actor.ts'
import { applyChanges } from '../features/dns/record/record.service.ts'
import { checkForward } from '../features/dns/ptr-record/forward-check.service.ts'
import { generatePtrRecords } from '../features/dns/ptr-record/ptr-pattern.service.ts'
import { addPtrRecord } from '../features/dns/ptr-record/ptr-record.service.ts'
import { activateSegments, processSegments, rejectSegments, requestSegment } from '../features/dns/reverse-segment/reverse-segment.service.ts'
import { backdate, daysBefore, type PastEvent } from './demo-past.ts'

type Planned = {
  cidr: string
  /** Of the owner of this domain. */
  ofDomain: string
  remark: string
  followsAddresses?: boolean
  daysAgo: number
  fate: 'waits' | 'processed' | 'active' | 'rejected'
  /** What stands in it once it is active. */
  fill?: (fill: { db: Db; actor: Actor }) => Promise<unknown>
}

const ttl = 3600

/** Segments of both kinds in all states; the first takes over a zone that its owner had before. */
const segments: readonly Planned[] = [
  { cidr: '192.0.2.0/24', ofDomain: '2.0.192.in-addr.arpa', remark: '机房 A', daysAgo: 38, fate: 'active' },
  {
    ...{ cidr: '203.0.113.64/26', ofDomain: 'tea-harbor.example', remark: 'RFC 2317', followsAddresses: true, daysAgo: 38.5, fate: 'active' },
    fill: ({ db, actor }) =>
      generatePtrRecords(db, actor, {
        ...{ first: '203.0.113.66', last: '203.0.113.89', pattern: 'host-{d}.tea-harbor.example', ttl, replaces: false, dryRun: false },
      }),
  },
  {
    ...{ cidr: '2001:db8:51::/48', ofDomain: 'north-pier.example', remark: '', followsAddresses: true, daysAgo: 38.2, fate: 'active' },
    async fill({ db, actor }) {
      // The PTR record of the first follows from its address.
      const { id } = await db.selectFrom('domain').select('id').where('name', '=', 'north-pier.example').executeTakeFirstOrThrow()
      const record = { host: 'ns1', type: 'AAAA', line: 'default', value: '2001:db8:51::1', ttl, remark: '', status: 1 }
      await applyChanges(db, actor, { domainId: id, changes: [{ op: 'add', record }], acknowledged: [], dryRun: false })
      for (const [end, hostName] of [
        ['25', 'mx1.north-pier.example'],
        ['443', 'www.north-pier.example'],
      ] as const)
        // oxfmt-ignore
        await addPtrRecord(db, actor, { address: `2001:db8:51::${end}`, hostName, ttl })
    },
  },
  { cidr: '198.18.4.0/22', ofDomain: 'quartz-labs.example', remark: '扩容', daysAgo: 1, fate: 'processed' },
  { cidr: '2001:db8:77::/48', ofDomain: 'river-stone.example', remark: '', daysAgo: 0.2, fate: 'waits' },
  { cidr: '198.18.9.128/25', ofDomain: 'lantern-market.example', remark: '', daysAgo: 9, fate: 'rejected' },
]

/** What happens to the reverse segments of the demo world; `owners` says whose each domain is. */
export function reverseEvents(db: Db, actor: Actor, ownerOf: (domain: string) => number, now: Date): PastEvent[] {
  const startedAt = new Date()
  return segments.map((planned) => {
    const at = daysBefore(now, planned.daysAgo)
    return {
      at,
      async work() {
        const past = { ...actor, seededAt: at }
        const { cidr, remark, followsAddresses = false, fate } = planned
        const id = await requestSegment(db, past, { cidr, remark, followsAddresses, userId: ownerOf(planned.ofDomain) })
        if (fate === 'processed') await processSegments(db, past, [id], at)
        if (fate === 'rejected') await rejectSegments(db, past, [id], 'WHOIS 中的持有人与申请人不符')
        if (fate === 'active') await activateSegments(db, past, [id])
        if (fate === 'active') await planned.fill?.({ db, actor: past })
        await db.updateTable('reverse_segment').set({ created_at: at, updated_at: at }).where('id', '=', id).execute()
        const touched = await db
          .selectFrom('domain')
          .leftJoin('reverse_zone', 'reverse_zone.domain_id', 'domain.id')
          .select('domain.id')
          .where((of) => of.or([of('reverse_zone.segment_id', '=', id), of('domain.name', '=', planned.ofDomain)]))
          .execute()
        if (fate === 'active') for (const domain of touched) await backdate(db, domain.id, startedAt, at)
      },
    }
  })
}

/** The zones of segments that were no domains before, and the names in them. */
export async function readOwnZones(db: Db, others: readonly number[]): Promise<{ id: number; name: string; hosts: string[] }[]> {
  const rows = await db
    .selectFrom('reverse_zone')
    .innerJoin('domain', 'domain.id', 'reverse_zone.domain_id')
    .innerJoin('record', 'record.domain_id', 'domain.id')
    .select(['domain.id', 'domain.name', 'record.host'])
    .where('domain.id', 'not in', [...others])
    .orderBy('record.id')
    .execute()
  const zones = Map.groupBy(rows, ({ id }) => id)
  return [...zones.values()].map((named) => ({ id: named[0]!.id, name: named[0]!.name, hosts: named.map(({ host }) => host) }))
}

/** Looks up the names of a network in the records of the platform, as somebody did yesterday. Only names of demo domains: no resolver is asked. */
export async function checkSomeNames(db: Db, actor: Actor, now: Date): Promise<void> {
  const at = daysBefore(now, 1)
  const rows = await db
    .selectFrom('record')
    .innerJoin('reverse_zone', 'reverse_zone.domain_id', 'record.domain_id')
    .select('record.id')
    .where('record.type', '=', 'PTR')
    .where('record.value', 'like', '%-pier.example.')
    .execute()
  if (rows.length > 0) await checkForward(db, { ...actor, seededAt: at }, rows.map(({ id }) => id), at) // oxfmt-ignore
}
