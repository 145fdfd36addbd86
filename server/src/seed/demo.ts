import type { RecordSent } from '@nameplane/contract/dns/record'
import { change } from '../changes/change.ts'
import type { Db } from '../db/connection.ts'
import { createDomain, recycleDomains, setDomainLock, setDomainStatus } from '../features/dns/domain/domain.service.ts'
import { applyChanges } from '../features/dns/record/record.service.ts'
import type { Actor } from '../access/actor.ts'
import { differentIpv4 } from './addresses.ts'
import { plantMessages } from './demo-messages.ts'
import { demoDomains } from './demo-zones.ts'
import { insertOwners, insertServiceGroups } from './people-and-groups.ts'
import { Random } from './random.ts'

/** The first domains of the list get a history of several saves. */
const editedDomains = 14

/**
 * Fills an empty platform with the demo world through the same doors as the console: every record is checked, every
 * change audited. Nothing is made up about traffic: figures appear when the node is asked.
 */
export async function plantDemo(db: Db, actor: Actor): Promise<{ domains: number; records: number }> {
  const { owners, groups } = await change(db, actor, 'platform.seed_people', async ({ tx, audit }) => {
    const made = { owners: await insertOwners(tx, 5), groups: await insertServiceGroups(tx, 2) }
    audit({ type: 'platform', id: null, name: 'demo', after: { users: made.owners.length, serviceGroups: made.groups.length } })
    return made
  })
  let records = 0
  for (const [index, planned] of demoDomains.entries()) {
    const random = new Random(`demo world: ${planned.name}`)
    const id = await createDomain(db, actor, {
      domain: planned.name,
      userId: owners[planned.ownerIndex]!,
      serviceGroupId: groups[index % 7 === 3 ? 1 : 0]!,
      remark: planned.remark,
    })
    const sent = planned.profile(planned.name, random)
    await apply(
      db,
      actor,
      id,
      sent.map((record) => ({ op: 'add', record })),
    )
    records += sent.length
    if (index < editedDomains) records += await edit(db, actor, id, random)
    if (planned.fate === 'paused') await setDomainStatus(db, actor, [id], 0)
    if (planned.fate === 'locked') await setDomainLock(db, actor, [id], true)
    if (planned.fate === 'recycled') await recycleDomains(db, actor, [id])
  }
  await plantMessages(db, actor)
  return { domains: demoDomains.length, records }
}

type Changes = Parameters<typeof applyChanges>[2]['changes']

async function apply(db: Db, actor: Actor, domainId: number, changes: Changes): Promise<number[]> {
  const { records } = await applyChanges(db, actor, { domainId, changes, acknowledged: [], dryRun: false })
  return records.map((record) => record.id)
}

/** Three later saves: a host is added, then moved and noted, and one that was a mistake goes again. Answers how many records are more. */
async function edit(db: Db, actor: Actor, domainId: number, random: Random): Promise<number> {
  const [first, second, third] = differentIpv4(random, 3) as [string, string, string]
  const beta = (value: string, remark: string): RecordSent => ({ host: 'beta', type: 'A', line: 'default', value, ttl: 300, remark, status: 1 })
  const added = await apply(db, actor, domainId, [
    { op: 'add', record: beta(first, '') },
    { op: 'add', record: { ...beta(third, ''), host: 'beat' } },
  ])
  await apply(db, actor, domainId, [{ op: 'update', id: added[0]!, record: beta(second, '迁移到新机房') }])
  await apply(db, actor, domainId, [{ op: 'delete', id: added[1]! }])
  return 1
}
