import { largeShare, type ChangeSetThreshold } from '@nameplane/contract/dns/change-set-plan'
import type { Finding } from '@nameplane/contract/dns/record'
import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import type { Db } from '../../../db/connection.ts'
import { findingOf } from '../record/record-findings.ts'
import { judge, type PlannedWrite } from '../record/record-judgement.ts'
import type { DomainOfRecords } from '../record/record.store.ts'

/* What a change set does to the records of one domain: the same for its preview and for the change itself. */

/** The writes of one domain, what was found about them, and the records that stay as they are. */
export type DomainPlan = {
  writes: PlannedWrite[]
  findings: Finding[]
  unchanged: number
  /** With an import that goes on without them: lines that were refused. */
  skipped?: readonly Finding[]
  /** With an import: the name of the text that the lines of findings are of. */
  source?: string
}

export type RecordWork = {
  /** Lines that records will be on. */
  readonly lines: readonly string[]
  /** `position`: the place of the domain in the set, from 1. */
  plan(db: Db, domain: DomainOfRecords, position: number): Promise<DomainPlan>
}

/** Adds to a plan what its writes mean beside the other records of the domain. */
export async function judged(db: Db, domain: DomainOfRecords, plan: DomainPlan): Promise<DomainPlan> {
  const found = await judge(db, domain, plan.writes)
  return { ...plan, findings: [...plan.findings, ...found.map((one) => findingOf(one, one.change))] }
}

export function countsOf({ writes, unchanged }: DomainPlan): { added: number; updated: number; deleted: number; unchanged: number } {
  const count = (op: PlannedWrite['op']): number => writes.filter((write) => write.op === op).length
  return { added: count('add'), updated: count('update'), deleted: count('delete'), unchanged }
}

/** Where in a text something was found, to be told with it. */
export function placeOf({ lineNumber }: Finding): { lineNumber?: number } {
  return lineNumber === null ? {} : { lineNumber }
}

const isDelegation = (record: CanonicalRecord | null): boolean => record?.type === 'NS'

/** What asks for a typed confirmation: adding alone never does. */
export function thresholdsOf(domain: DomainOfRecords, plan: DomainPlan): ChangeSetThreshold[] {
  const changed = plan.writes.filter(({ op }) => op !== 'add')
  const isLarge = domain.recordCount >= largeShare.fromRecords && changed.length / domain.recordCount > largeShare.above
  return [...(isLarge ? (['large_share'] as const) : []), ...(changed.some(({ before }) => isDelegation(before)) ? (['delegation'] as const) : [])]
}

export function recordOf({ host, type, line, value, ttl, weight, remark, status }: CanonicalRecord): CanonicalRecord {
  return { host, type, line, value, ttl, weight, remark, status }
}
