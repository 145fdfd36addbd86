import type * as z from 'zod/mini'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { domain } from '@nameplane/contract/dns/domain'
import { record, type Finding, type RecordChange, type RecordSent } from '@nameplane/contract/dns/record'
import type { Refusal } from '@nameplane/contract/envelope'
import { Refused, type TestApp } from './app.ts'

export type SentRecord = z.input<typeof RecordSent>
export type SentChange = z.input<typeof RecordChange>

/** A domain of a test's own, and its records as short texts: `www 600 A 192.0.2.1 @telecom w5 paused remark`. */
export type TestDomain = {
  readonly id: number
  readonly name: string
  apply(changes: readonly SentChange[], more?: Partial<Sent<typeof record.apply>>): Promise<Reply<typeof record.apply>['data']>
  /** Adds records of `host type value`, TTL 600; answers their ids. */
  add(...texts: string[]): Promise<number[]>
  records(): Promise<string[]>
  version(): Promise<number>
}

let made = 0

/** `www A 192.0.2.1` as a record to send. */
export function recordOf(text: string, more: Partial<SentRecord> = {}): SentRecord {
  const [host, type, ...value] = text.split(' ')
  return { host: host!, type: type!, value: value.join(' '), ttl: 600, ...more }
}

export function adding(text: string, more: Partial<SentRecord> = {}): SentChange {
  return { op: 'add', record: recordOf(text, more) }
}

export async function newTestDomain(test: TestApp): Promise<TestDomain> {
  const name = `d${(made += 1)}.example`
  const { id } = (await test.call(domain.save, { domain: name })).data
  const list = async () => (await test.call(record.list, { domainId: id, limit: 200 })).data
  return {
    id,
    name,
    apply: async (changes, more = {}) => (await test.call(record.apply, { domainId: id, changes: [...changes], ...more })).data,
    add: async (...texts) => (await test.call(record.apply, { domainId: id, changes: texts.map((text) => adding(text)) })).data.records.map((row) => row.id),
    records: async () => (await list()).list.map((row) => [row.host, row.ttl, row.type, row.value, row.line === 'default' ? '' : `@${row.line}`, row.weight === null ? '' : `w${row.weight}`, row.status === 1 ? '' : 'paused', row.remark].filter((part) => part !== '').join(' ')),
    version: async () => (await list()).version,
  }
}

/** The refusal that a call ends in; fails when it succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
  throw new Error('the call was not refused')
}

/** `0 error ttl_clash ttl` for each finding of a reply or refusal. */
export function findingsOf(from: { findings?: readonly Finding[] } | Refusal): string[] {
  const findings = ('problem' in from ? from.params?.['findings'] : (from as { findings?: readonly Finding[] }).findings) as readonly Finding[] | undefined
  return (findings ?? []).map((finding) => `${finding.change ?? (finding.lineNumber === null ? '-' : `line ${finding.lineNumber}`)} ${finding.severity} ${finding.code}`)
}
