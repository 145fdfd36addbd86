import { limits } from '@nameplane/contract/limits'
import type { ProblemCode } from '@nameplane/contract/problems'
import { freePlan } from '@nameplane/contract/system/settings/free-plan'
import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { nameserversFor } from '../../../changes/domain-nameservers.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { findDomainByName, findForeignParent, findGroupForNew, findUsableGroup, mayBeOwner } from '../domain/domain.store.ts'
import { findLines } from '../record/record-lines.store.ts'
import type { DomainOfRecords } from '../record/record.store.ts'

/** Whose a new domain is to be, and in which group; both are chosen for it where nothing is said. */
export type NewDomainAsked = { userId?: number | undefined; serviceGroupId?: number | undefined }

/** What is known of domains before they are added. */
export type NewDomains = {
  readonly owner: number
  /** A domain as it would be; or why it cannot be added. */
  find(db: Db, name: string): Promise<DomainOfRecords | ProblemCode>
}

/** @throws Problem owner_missing, service_group_missing */
export async function newDomains(db: Db, actor: Actor, asked: NewDomainAsked, lines: readonly string[] = []): Promise<NewDomains> {
  const owner = asked.userId ?? actor.accountId
  if (owner === null || !(await mayBeOwner(db, actor, owner))) throw new Problem('owner_missing', { fields: { userId: 'owner_missing' } })
  const groupId = await (asked.serviceGroupId === undefined
    ? findGroupForNew(db, actor.accessScope)
    : findUsableGroup(db, actor.accessScope, asked.serviceGroupId))
  if (groupId === undefined) throw new Problem('service_group_missing', { fields: { serviceGroupId: 'service_group_missing' } })
  const { nameservers, mname } = nameserversFor({ own: sql`null::text[]`, accountId: sql`${owner}::bigint` })
  const group = await db
    .selectFrom('service_group')
    .select([nameservers.as('nameservers'), mname.as('mname'), 'rname'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow()
  const knownLines = [...(await findLines(db, 0, lines))]
  const plan = await readSettingOrDefault(db, freePlan)
  return {
    owner,
    async find(tx, name) {
      const existing = await findDomainByName(tx, actor.accessScope, name)
      if (existing) return existing.isDeleted && existing.isWithin ? 'domain_in_recycle_bin' : 'domain_exists'
      if (await findForeignParent(tx, actor.accessScope, name)) return 'domain_of_other'
      return { ...group, ...unborn, name, accountId: owner, knownLines, plan }
    },
  }
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
