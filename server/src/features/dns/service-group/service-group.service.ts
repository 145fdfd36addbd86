import type { serviceGroup as calls } from '@nameplane/contract/dns/service-group'
import type { Received } from '@nameplane/contract/endpoint'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { lockRows, lockVersion, updateRows } from '../../../db/versioned-rows.ts'
import { groupWithin } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { deleteServiceGroups, domainIdsOfGroups, insertServiceGroup, type GroupFields } from './service-group.store.ts'

function fieldsOf(sent: Received<typeof calls.save>): GroupFields {
  const { name, weight, status, remark, mname, rname } = sent
  return {
    name,
    weight,
    status,
    remark,
    mname,
    rname,
    nameservers: [sent.ns1, sent.ns2, sent.ns3, sent.ns4, sent.ns5, sent.ns6].filter((server): server is string => Boolean(server)),
  }
}

export async function createServiceGroup(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<number> {
  // A new group would lie beyond whoever reaches some groups only.
  if (actor.accessScope !== 'all') throw new Problem('beyond_reach')
  return change(db, actor, 'service_group.create', async ({ tx, audit }) => {
    const id = await insertServiceGroup(tx, fieldsOf(sent))
    audit({ type: 'service_group', id, name: sent.name, after: fieldsOf(sent) })
    return id
  })
}

/** Changes a group; what its domains answer for SOA and NS follows at once. */
export async function changeServiceGroup(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  await change(db, actor, 'service_group.update', async ({ tx, audit, publish }) => {
    const before = await lockVersion(tx, 'service_group', sent, groupWithin(actor.accessScope), 'service_group_missing')
    const after = fieldsOf(sent)
    await updateRows(tx, 'service_group', [sent.id], after)
    audit({ type: 'service_group', id: sent.id, name: before.name, before, after })
    publish(await domainIdsOfGroups(tx, [sent.id]))
  })
}

export async function removeServiceGroups(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'service_group.delete', async ({ tx, audit }) => {
    const groups = await lockRows(tx, 'service_group', ids, groupWithin(actor.accessScope))
    if (groups.length !== new Set(ids).size) throw new Problem('service_group_missing')
    if (groups.some((group) => group.is_default)) throw new Problem('service_group_default')
    const used = await domainIdsOfGroups(tx, ids)
    if (used.length > 0) throw new Problem('service_group_in_use', { params: { count: used.length } })
    await deleteServiceGroups(tx, ids)
    for (const group of groups) audit({ type: 'service_group', id: group.id, name: group.name, before: group })
  })
}
