import { largeShare, type ChangeSetThreshold } from '@nameplane/contract/dns/change-set-plan'
import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import { largeChanges } from '@nameplane/contract/system/settings/large-changes'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import type { DomainOfRecords } from './record.store.ts'
import type { RecordWrite } from './record-write.store.ts'

const isDelegation = (record: CanonicalRecord | null): boolean => record?.type === 'NS'

/** The records that writes change or delete. */
export const changedOf = (writes: readonly RecordWrite[]): number => writes.filter(({ before }) => before !== null).length

/** What asks for a confirmation before a domain is changed like this: adding alone never does. */
export function thresholdsOf(domain: Pick<DomainOfRecords, 'recordCount'>, writes: readonly RecordWrite[]): ChangeSetThreshold[] {
  const isLarge = domain.recordCount >= largeShare.fromRecords && changedOf(writes) / domain.recordCount > largeShare.above
  return [...(isLarge ? (['large_share'] as const) : []), ...(writes.some(({ before }) => isDelegation(before)) ? (['delegation'] as const) : [])]
}

/** Whether large changes wait for a second administrator. */
export async function isApprovalAsked(db: Db): Promise<boolean> {
  return (await readSettingOrDefault(db, largeChanges)).confirmation === 'second_administrator'
}

/**
 * Refuses a large change that an administrator saves at once, also in the name of a user, until its number is typed or it is submitted for
 * approval. The number keeps people from a slip: a program that had to send it would always send it, so calls without a session are
 * not asked. Users change what is theirs.
 */
export async function refuseUnconfirmed(
  db: Db,
  actor: Actor,
  { domain, writes, confirm }: { domain: DomainOfRecords; writes: readonly RecordWrite[]; confirm: number | undefined },
): Promise<void> {
  if ((actor.kind !== 'administrator' && !actor.impersonator) || thresholdsOf(domain, writes).length === 0) return
  const params = { count: changedOf(writes) }
  if (await isApprovalAsked(db)) throw new Problem('approval_due', { params })
  if (actor.sessionId !== null && confirm !== params.count) throw new Problem('change_set_confirm_due', { params })
}
