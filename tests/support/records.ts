import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { furtherTypes } from '@nameplane/dns-text/further-types'
import { domain } from '@nameplane/contract/dns/domain'
import { record, type Finding, type WrittenChange as SentChange, type WrittenRecord as SentRecord } from '@nameplane/contract/dns/record'
import type { Refusal } from '@nameplane/contract/envelope'
import { Refused, type TestApp } from './app.ts'

export type { SentRecord }

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
    records: async () =>
      (await list()).list.map((row) =>
        [
          row.host,
          row.ttl,
          row.type,
          row.value,
          row.line === 'default' ? '' : `@${row.line}`,
          row.weight === null ? '' : `w${row.weight}`,
          row.status === 1 ? '' : 'paused',
          row.remark,
        ]
          .filter((part) => part !== '')
          .join(' '),
      ),
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

/** The problem code that a call is refused with, or `done`. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    (cause: unknown) => {
      if (cause instanceof Refused) return cause.refusal.problem
      throw cause
    },
  )
}

/** `0 error ttl_clash ttl` for each finding of a reply or refusal. */
export function findingsOf(from: { findings?: readonly Finding[] } | Refusal): string[] {
  const findings = ('problem' in from ? from.params?.['findings'] : from.findings) as readonly Finding[] | undefined
  return (findings ?? []).map(
    (finding) => `${finding.change ?? (finding.lineNumber === null ? '-' : `line ${finding.lineNumber}`)} ${finding.severity} ${finding.code}`,
  )
}

/** One record of nearly every type, with lines, weights, remarks, a paused one, and what a zone file could mistake. 4 of them no plain zone file can hold. */
export const everyKindOfRecord: readonly SentChange[] = [
  adding('@ A 192.0.2.1'),
  adding('@ TXT "; nameplane: {\\"line\\":\\"telecom\\"}" "a;b \\\\ \\200"'),
  adding('@ CAA 0 issue "ca.example.net; policy=ev"'),
  adding('@ MX 10 mail.example.net.', { remark: '邮件 "主" ; 备用' }),
  adding('www A 192.0.2.1', { weight: 0 }),
  adding('www A 192.0.2.2', { weight: 100 }),
  adding('www A 198.51.100.1', { line: 'telecom' }),
  adding('www CNAME cdn.example.net.', { line: 'unicom', remark: 'CDN' }),
  adding('alias CNAME a.example.net.', { weight: 1 }),
  adding('alias CNAME b.example.net.', { weight: 2 }),
  adding('paused A 203.0.113.1', { status: 0 }),
  adding('sub NS ns1.example.net.'),
  adding(`sub DS 1 13 2 ${'ab'.repeat(32)}`),
  adding('*.wild A 192.0.2.9'),
  adding('0/25 NS ns1.example.net.'),
  adding('a+b TXT "plus"'),
  adding('https HTTPS 1 . alpn="h2,h3" ipv4hint=192.0.2.1'),
  adding('unknown TYPE65534 \\# 4 0A000001'),
  adding('loc LOC 31 13 50 N 121 28 25 E 10m'),
  adding('n NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:help@example.com!" .'),
  adding('uri URI 10 1 "https://www.example.com/;x"'),
  adding('_dmarc TXT "v=DMARC1; p=none"', { ttl: 2_147_483_647 }),
  adding('xn--fsqu00a AAAA 2001:db8::1'),
  ...furtherTypes.map(({ mnemonic, example }) => adding(`${mnemonic.toLowerCase()} ${mnemonic} ${example}`)),
]
