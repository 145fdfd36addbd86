import { limits } from '@nameplane/contract/limits'
import { freePlan } from '@nameplane/contract/system/settings/free-plan'
import { readDomainLines } from '@nameplane/contract/dns/domain-lines'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { findDomainByName, findForeignParent, findGroupForNew, findUsableGroup, mayBeOwner } from '../domain/domain.store.ts'
import { findLines } from '../record/record-lines.store.ts'
import type { DomainOfRecords } from '../record/record.store.ts'
import { createWork } from './record-create.ts'
import type { DomainPlan } from './record-work.ts'
import type { DomainAsked } from './row-work.ts'
import { GrowingPlan } from './set-plan.ts'
import type { Target } from './targets.ts'

type Asked = { [Name in keyof DomainAsked]: DomainAsked[Name] | undefined } & Pick<DomainAsked, 'records' | 'startAt'>

/** What adding these domains would come to. Their own rules hold when they are added (domain.service.ts); this says beforehand what it can. */
export async function planDomains(
  db: Db,
  actor: Actor,
  text: string,
  asked: Asked,
): Promise<{ plan: Awaited<ReturnType<GrowingPlan['finished']>>; targets: Target[] }> {
  const owner = asked.userId ?? actor.accountId
  if (owner === null || !(await mayBeOwner(db, actor, owner))) throw new Problem('owner_missing', { fields: { userId: 'owner_missing' } })
  const groupId = await (asked.serviceGroupId === undefined
    ? findGroupForNew(db, actor.accessScope)
    : findUsableGroup(db, actor.accessScope, asked.serviceGroupId))
  if (groupId === undefined) throw new Problem('service_group_missing', { fields: { serviceGroupId: 'service_group_missing' } })
  const group = await db.selectFrom('service_group').select(['nameservers', 'mname', 'rname']).where('id', '=', groupId).executeTakeFirstOrThrow()
  const work = createWork(asked)
  const knownLines = [...(await findLines(db, 0, work.lines))]
  const allowed = await readSettingOrDefault(db, freePlan)
  const plan = new GrowingPlan()
  const targets = readDomainLines(text).flatMap(({ name }): Target[] => (name === null ? [] : [{ domainId: null, domain: name, userId: owner }]))
  for (const [index, target] of targets.entries()) {
    const existing = await findDomainByName(db, actor.accessScope, target.domain)
    if (existing) plan.refuse(target, existing.isDeleted && existing.isWithin ? 'domain_in_recycle_bin' : 'domain_exists', { name: target.domain })
    else if (await findForeignParent(db, actor.accessScope, target.domain)) plan.refuse(target, 'domain_of_other')
    else {
      const domain: DomainOfRecords = { ...group, ...unborn, name: target.domain, accountId: owner, knownLines, plan: allowed }
      const planned: DomainPlan = asked.records.length === 0 ? { writes: [], findings: [], unchanged: 0 } : await work.plan(db, domain, index + 1)
      plan.add(target, planned, [], true)
    }
  }
  return { plan: await plan.finished(db, actor.accessScope), targets }
}

/** A domain that there is not yet, beside what its group and name say. No domain has the number 0. */
const unborn = {
  id: 0,
  isFollowed: false,
  isLocked: false,
  isTransferred: false,
  apex: null,
  isDeleted: false,
  version: 1,
  serial: 0,
  recordCount: 0,
  readAt: new Date(0),
  defaultTtlSeconds: limits.recordTtlSeconds.default,
  soa: { refresh: 3600, retry: 600, expire: 1_209_600, minimum: 60 },
}
