import { record as calls } from '@nameplane/contract/dns/record'
import type { RecordSaveCall } from '@nameplane/contract/dns/change-set'
import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import { readInput } from '@nameplane/contract/issues'
import type { ProblemCode } from '@nameplane/contract/problems'
import type { Actor } from '../../../access/actor.ts'
import { atOneMoment, type Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { planOfRestore } from '../record/history/record-history.service.ts'
import { planToImport } from '../record/import/record-import.service.ts'
import { planOfBulk } from '../record/record-bulk.service.ts'
import type { PlannedWrite } from '../record/record-judgement.ts'
import { planOfApply } from '../record/record.service.ts'
import { findRecords, type DomainOfRecords } from '../record/record.store.ts'
import { judged, type DomainPlan, type RecordWork } from './record-work.ts'

/* A save of the records of one domain that became a set: what it writes is worked out when it is submitted, and done to that version alone. */

type StoredWrite = { op: PlannedWrite['op']; id: number | null; after: CanonicalRecord | null }

/** What is kept of a save. */
export type SaveAsked = { call: RecordSaveCall; writes: StoredWrite[] }

export type PlannedSave = { domain: DomainOfRecords; writes: readonly PlannedWrite[]; acknowledged: readonly string[]; confirm: number | undefined }

/** What a save of records would write. @throws Problem that the save itself would be refused with */
export async function planSave(db: Db, actor: Actor, call: RecordSaveCall, sent: Record<string, unknown>): Promise<PlannedSave> {
  return atOneMoment(db, async (tx) => {
    switch (call) {
      case 'apply': {
        const read = inputOf(readInput(calls.apply.input, sent))
        return { ...read, ...(await planOfApply(tx, actor, read)), confirm: read.confirm }
      }
      case 'bulk': {
        const read = inputOf(readInput(calls.bulk.input, sent))
        return { ...read, ...(await planOfBulk(tx, actor, read)), confirm: read.confirm }
      }
      case 'import': {
        const read = inputOf(readInput(calls.import.input, sent))
        return { ...read, ...(await planToImport(tx, actor, read)), confirm: read.confirm }
      }
      case 'restore': {
        const read = inputOf(readInput(calls.restore.input, sent))
        return { ...read, ...(await planOfRestore(tx, actor, read)), confirm: read.confirm }
      }
    }
  })
}

/** @throws Problem invalid_input with what is wrong below `sent` */
function inputOf<Value>(read: ReturnType<typeof readInput> & ({ isRight: true; value: Value } | { isRight: false })): Value {
  if (read.isRight) return read.value
  const fields: Record<string, ProblemCode> = {}
  const params: Record<string, unknown> = {}
  for (const issue of read.issues) {
    const path = ['sent', ...issue.path].join('.')
    fields[path] ??= issue.code
    params[path] ??= issue.params
  }
  throw new Problem('invalid_input', { fields, params })
}

export const storedWrites = (writes: readonly PlannedWrite[]): StoredWrite[] => writes.map(({ op, id, after }) => ({ op, id, after }))

export function saveWork({ writes }: SaveAsked): RecordWork {
  const lines = [...new Set(writes.flatMap(({ after }) => after?.line ?? []))]
  return {
    lines,
    async plan(db, domain) {
      const current = await findRecords(
        db,
        domain.id,
        writes.flatMap(({ op, id }) => (op === 'add' || id === null ? [] : id)),
      )
      const plan: DomainPlan = { writes: [], findings: [], unchanged: 0 }
      for (const [change, { op, id, after }] of writes.entries()) {
        const before = id === null || op === 'add' ? undefined : current.get(id)
        if (op !== 'add' && !before) throw new Problem('changed_since_submitted')
        if (after && !domain.knownLines.includes(after.line))
          plan.findings.push({ change, lineNumber: null, severity: 'error', code: 'line_unknown', field: 'line', params: { line: after.line } })
        else if (op === 'add') plan.writes.push({ op, id, before: null, after: after!, change })
        else if (op === 'update') plan.writes.push({ op, id: id!, before: before!, after: after!, change })
        else plan.writes.push({ op, id: id!, before: before!, after: null, change })
      }
      return judged(db, domain, plan)
    },
  }
}
