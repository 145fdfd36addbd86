import type { DnsRecord } from '@nameplane/contract/dns/record'

/** A record as a line of a zone file; what a zone file cannot say stands in the comment behind it. */
export function zoneLine(record: Pick<DnsRecord, 'host' | 'type' | 'line' | 'value' | 'ttl' | 'weight' | 'remark' | 'status'>): string {
  const marks = [
    record.line === 'default' ? '' : `line=${record.line}`,
    record.weight === null ? '' : `weight=${record.weight}`,
    record.status === 1 ? '' : 'paused',
    record.remark,
  ].filter((mark) => mark !== '')
  return `${record.host}\t${record.ttl}\tIN\t${record.type}\t${record.value}${marks.length > 0 ? ` ; ${marks.join(' ')}` : ''}`
}
