import { counted } from '@nameplane/contract/counted'
import { canonicalSortKey } from '@nameplane/dns-text/names'
import { recordLine } from '../../features/dns/record/import/record-text.ts'
import type { PlannedWrite } from '../../features/dns/record/record-judgement.ts'
import type { Complaint, ZonePlan } from './zone-plan.ts'

/** Lines that go and come, in the order of their hosts, as a zone file has them. */
export function differenceLines(writes: readonly PlannedWrite[]): string[] {
  const placed = writes.map((write) => {
    const { host, type } = write.op === 'delete' ? write.before : write.after
    return { write, key: `${host === '@' ? '' : canonicalSortKey(host)}\u0000${type}` }
  })
  placed.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
  return placed.flatMap(({ write: { before, after } }) => [
    ...(before === null ? [] : [`- ${recordLine(before)}`]),
    ...(after === null ? [] : [`+ ${recordLine(after)}`]),
  ])
}

/** How many records come, change and go. */
export function countLine({ file, writes, isAdded }: ZonePlan): string {
  const count = (op: PlannedWrite['op']): number => writes.filter((write) => write.op === op).length
  const records = `${counted(count('add'), 'record')} to add, ${count('update')} to change, ${count('delete')} to delete`
  return `${file.domain}: ${isAdded ? 'new domain, ' : ''}${records}`
}

export function complaintLine(path: string, { lineNumber, isRefusal, text }: Complaint): string {
  return `${path}:${lineNumber === null ? '' : `${lineNumber}:`} ${isRefusal ? '' : 'warning: '}${text}`
}
