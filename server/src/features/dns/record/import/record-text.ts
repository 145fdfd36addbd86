import { annotationMark, recordMark } from '@nameplane/contract/dns/record-annotations'
import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import { canonicalSortKey } from '@nameplane/dns-text/names'
import { typeByMnemonic } from '@nameplane/dns-text/record-types'
import type { LockedRow } from '../record.store.ts'

/* A domain's records as text. What a zone file has no words for is in comments (docs/decisions/zone-file-annotations.md). */

function annotationOf(record: CanonicalRecord): string {
  const annotation = {
    ...(record.line === 'default' ? {} : { line: record.line }),
    ...(record.weight === null ? {} : { weight: record.weight }),
    ...(record.status === 1 ? {} : { status: record.status }),
    ...(record.remark === '' ? {} : { remark: record.remark }),
  }
  return Object.keys(annotation).length === 0 ? '' : ` ${annotationMark}${JSON.stringify(annotation)}`
}

/** A record as a line of a zone file, with what such a file has no words for behind it. */
export function recordLine(record: CanonicalRecord): string {
  return `${record.host}\t${record.ttl}\tIN\t${record.type}\t${record.value}${annotationOf(record)}`
}

/**
 * The domain as a zone file that BIND loads as what the default line answers, and that our import reads back whole.
 * `records` are its own, `fixed` the SOA and NS of its service group.
 */
export function printZoneText(zone: string, records: readonly CanonicalRecord[], fixed: readonly LockedRow[]): string {
  const keys = new Map<string, string>()
  const keyOf = (host: string): string => {
    let key = keys.get(host)
    if (key === undefined) keys.set(host, (key = host === '@' ? '' : canonicalSortKey(host)))
    return key
  }
  const sorted = [...records].sort((left, right) => {
    const [leftKey, rightKey] = [keyOf(left.host), keyOf(right.host)]
    return leftKey < rightKey ? -1 : leftKey > rightKey ? 1 : 0
  })
  const aliased = new Set<string>()
  const lines = [`$ORIGIN ${zone}.`, ...fixed.map((record) => `${record.host}\t${record.ttl}\tIN\t${record.type}\t${record.value}`)]
  for (const record of sorted) {
    // Of several weighted CNAMEs a zone file can hold one.
    const isRepeatedAlias = record.type === 'CNAME' && aliased.has(record.host)
    const isPlain = record.line === 'default' && record.status === 1 && !isRepeatedAlias && typeByMnemonic(record.type)?.isPlatformType !== true
    if (isPlain && record.type === 'CNAME') aliased.add(record.host)
    lines.push(`${isPlain ? '' : recordMark}${recordLine(record)}`)
  }
  return `${lines.join('\n')}\n`
}

/** The domain as JSON; `records` are `RecordSent` as the API takes them. */
export function printJsonText(zone: string, records: readonly CanonicalRecord[]): string {
  const rows = records.map(({ host, type, line, value, ttl, weight, remark, status }) =>
    JSON.stringify({ host, type, line, value, ttl, weight, remark, status }),
  )
  return `{"format":"nameplane-records","version":1,"domain":${JSON.stringify(zone)},"records":[\n${rows.join(',\n')}\n]}\n`
}
