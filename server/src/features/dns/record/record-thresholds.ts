import { largeShare, type ChangeSetThreshold } from '@nameplane/contract/dns/change-set'
import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
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
