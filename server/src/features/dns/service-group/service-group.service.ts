import type { serviceGroup as calls } from '@nameplane/contract/dns/service-group'
import type { Received } from '@nameplane/contract/endpoint'
import { groupWithin } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import { addRow, changeRow, deleteRows, lockAll } from '../../../changes/row-changes.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { domainIdsOfGroups } from './service-group.store.ts'

function fieldsOf({ name, weight, status, remark, mname, rname, ...sent }: Received<typeof calls.save>) {
  const nameservers = [sent.ns1, sent.ns2, sent.ns3, sent.ns4, sent.ns5, sent.ns6].filter((server): server is string => Boolean(server))
  return { name, weight, status, remark, mname, rname, nameservers }
}

export async function createServiceGroup(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<number> {
  // A new group would lie beyond whoever reaches some groups only.
  if (actor.accessScope !== 'all') throw new Problem('beyond_reach')
  return change(db, actor, 'service_group.create', (work) => addRow(work, 'service_group', fieldsOf(sent)))
}

/** Changes a group; what its domains answer for SOA and NS follows at once. */
export async function changeServiceGroup(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  await change(db, actor, 'service_group.update', async (work) => {
    await changeRow(work, 'service_group', sent, fieldsOf(sent), 'service_group_missing', groupWithin(actor.accessScope))
    work.publish(await domainIdsOfGroups(work.tx, [sent.id]))
  })
}

export async function removeServiceGroups(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'service_group.delete', async (work) => {
    const groups = await lockAll(work, 'service_group', ids, 'service_group_missing', groupWithin(actor.accessScope))
    if (groups.some((group) => group.is_default)) throw new Problem('service_group_default')
    const used = await domainIdsOfGroups(work.tx, ids)
    if (used.length > 0) throw new Problem('service_group_in_use', { params: { count: used.length } })
    await deleteRows(work, 'service_group', groups)
  })
}
