import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { Time } from '../time.ts'
import { nameserverStates } from './domain.ts'

/** A caller checks one domain in this time. */
export const nameserverCheckPauseSeconds = 3

/** What one resolver said of a domain's delegation. */
export const SeenNameservers = z.object({
  /** Its address, with a port where that is not 53. */
  resolver: z.string(),
  /** Lower-case names without the final dot; empty where it knows of no delegation, and where it did not say. */
  names: z.array(z.string()),
  /** Why it said nothing that counts, such as `ETIMEOUT`; `no_root` where it does not even know the root; null where it answered. */
  failure: z.nullable(z.string()),
  /** DS records at the parent, at most eight; null where it did not say. */
  ds: z.nullable(z.array(z.string())),
})

/** How the delegation of a domain stands. */
export const NameserverCheck = z.object({
  /** What should be at the registrar: the name servers that nodes answer with. */
  expected: z.array(z.string()),
  state: z.enum(nameserverStates),
  /** When resolvers were last asked; null: never. */
  checkTime: z.nullable(Time),
  /** What each resolver said then. */
  seen: z.array(SeenNameservers),
  wrongSince: z.nullable(Time),
  /** Days until the domain goes to the recycle bin; null unless it is wrong and two resolvers agreed, and removal is on. */
  daysLeft: z.nullable(z.number()),
})
export type NameserverCheck = z.infer<typeof NameserverCheck>

export const nameserverCheck = {
  detail: endpoint('GET sys/dns/nameserver_check/detail', {
    summary: 'Get the expected name servers of a domain, and what each resolver saw at the last check',
    access: 'domain.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: NameserverCheck }),
    problems: ['domain_missing'],
  }),
  run: endpoint('POST sys/dns/nameserver_check/run', {
    summary: 'Check the name servers of a domain now. Once every 3 seconds per caller.',
    access: 'domain.write',
    input: z.object({ id: Id }),
    reply: z.object({ data: NameserverCheck }),
    problems: ['domain_missing', 'nameserver_check_too_often'],
  }),
}

export const problems = {
  nameserver_check_too_often: { zh: '检测过于频繁，请在 {seconds} 秒后重试', en: 'Checked too often. Try again in {seconds, second}.' },
} as const
registerProblems(problems)

export const auditWords = { 'domain.check': { zh: '检测 DNS 服务器', en: 'Name servers checked' } } as const

export const logWords = { nameserver_check: { zh: 'NS 检测', en: 'Name server check' } } as const

export const terms = [
  { zh: 'NS 检测', en: 'name server check', word: 'nameserverCheck', meaning: 'Whether resolvers see a domain delegated to the platform' },
] as const
