import type { DnsRecord } from '@nameplane/contract/dns/record'

/** A change of a record that a page other than the editor proposes: `base` is the record as it is, `record` what it becomes; null for none. */
export type HandedChange = {
  readonly base: DnsRecord | null
  readonly record: Pick<DnsRecord, 'host' | 'type' | 'line' | 'value' | 'ttl' | 'weight' | 'remark' | 'status'> | null
}

const handed = new Map<number, readonly HandedChange[]>()

/** Leaves changes for the record editor of a domain, which takes them among its pending ones when it comes into view. */
export function handOver(domainId: number, changes: readonly HandedChange[]): void {
  handed.set(domainId, [...(handed.get(domainId) ?? []), ...changes])
}

/** What was left for the editor of a domain, once. */
export function takeHanded(domainId: number): readonly HandedChange[] {
  const changes = handed.get(domainId) ?? []
  handed.delete(domainId)
  return changes
}
