import { readDomainLines } from '@nameplane/contract/dns/domain-lines'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { newDomains } from './new-domains.ts'
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
  const work = createWork(asked)
  const { owner, find } = await newDomains(db, actor, asked, work.lines)
  const plan = new GrowingPlan()
  const targets = readDomainLines(text).flatMap(({ name }): Target[] => (name === null ? [] : [{ domainId: null, domain: name, userId: owner }]))
  for (const [index, target] of targets.entries()) {
    const domain = await find(db, target.domain)
    if (typeof domain === 'string') plan.refuse(target, domain, { name: target.domain })
    else {
      const planned: DomainPlan = asked.records.length === 0 ? { writes: [], findings: [], unchanged: 0 } : await work.plan(db, domain, index + 1)
      plan.add(target, planned, [], true)
    }
  }
  return { plan: await plan.finished(db, actor.accessScope), targets }
}
