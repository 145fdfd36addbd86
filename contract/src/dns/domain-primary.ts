import * as z from 'zod/mini'
import { isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { Id, numeric, Version } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { Time } from '../time.ts'
import { primaryStates } from './domain-primary-states.ts'
import { transferProblemTexts } from './transfer-problems.ts'
import { TsigKeyName, TsigSecret, tsigAlgorithms, tsigProblems } from './tsig-key.ts'

/** The name servers that a domain is transferred from, and how far that is. */
export const Primary = z.object({
  domainId: z.number(),
  addresses: z.array(z.string()),
  port: z.number(),
  /** Empty when queries are not signed. The secret is never shown. */
  keyName: z.string(),
  algorithm: z.enum(tsigAlgorithms),
  state: z.enum(primaryStates),
  /** Of the zone as nodes serve it; null before the first transfer. */
  serial: z.nullable(z.number()),
  /** As a primary last said. */
  serialThere: z.nullable(z.number()),
  checkTime: z.nullable(Time),
  transferTime: z.nullable(Time),
  notifyTime: z.nullable(Time),
  nextCheckTime: Time,
  expireTime: z.nullable(Time),
  /** Why the last check failed, as a code of the problem texts; null when it did not. */
  problem: z.nullable(z.string()),
  /** What the primary said. */
  problemCode: z.string(),
  rowVersion: z.number(),
})
export type Primary = z.infer<typeof Primary>

const isAddress = (text: string): boolean => isIpv4(text) || isIpv6(text)

/** One text alone is no list in a form. */
const Addresses = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value)),
  z.array(z.string().check(z.trim(), z.refine(isAddress, { error: 'invalid_ip' }))).check(z.minLength(1, 'required'), z.maxLength(10)),
)

const refusals = ['domain_missing', 'domain_locked'] as const

export const primary = {
  detail: endpoint('GET sys/dns/primary/detail', {
    summary: 'Get the primaries that a domain is transferred from, and the state of the transfer; null for a domain whose records are edited here',
    access: 'primary.read',
    input: z.object({ domainId: Id }),
    reply: z.object({ data: z.nullable(Primary) }),
    problems: ['domain_missing'],
  }),
  update: endpoint('POST sys/dns/primary/update', {
    summary: 'Set the primaries that a domain is transferred from. The first transfer replaces its records. Without `secret` the stored one stays.',
    access: 'primary.write',
    input: z.object({
      domainId: Id,
      rowVersion: z.optional(Version),
      addresses: Addresses,
      port: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(65_535)), 53),
      keyName: z._default(TsigKeyName, ''),
      algorithm: z._default(z.enum(tsigAlgorithms), 'hmac-sha256'),
      /** Empty: the stored one stays. */
      secret: z._default(TsigSecret, ''),
    }),
    problems: [...refusals, 'domain_is_reverse_zone', 'secondary_secret_missing', 'transfer_address_refused', 'changed_meanwhile'],
  }),
  transfer: endpoint('POST sys/dns/primary/transfer', {
    summary: 'Transfer a domain from its primaries now, whatever its serial is',
    access: 'primary.write',
    input: z.object({ domainId: Id }),
    problems: [...refusals, 'primary_missing'],
  }),
  delete: endpoint('POST sys/dns/primary/delete', {
    summary: 'Take a domain over: it is no longer transferred, and its records are edited here. SOA and NS come from its service group.',
    access: 'primary.delete',
    input: z.object({ domainId: Id }),
    problems: [...refusals, 'primary_missing'],
  }),
}

export const rights = {
  'primary.read': { zh: '查看主服务器', en: 'View primaries', ofDomains: true },
  'primary.write': { zh: '设置主服务器', en: 'Set primaries', ofDomains: true },
  'primary.delete': { zh: '接管域名', en: 'Take over transferred domains', ofDomains: true },
} as const

export const problems = {
  ...tsigProblems,
  ...transferProblemTexts,
  primary_missing: { zh: '该域名不是从主服务器传送的', en: 'This domain is not transferred from primaries' },
  domain_transferred: {
    zh: '该域名的记录从主服务器传送，不能在此修改：{name}。可在域名设置中接管。',
    en: 'Transferred from primaries and read-only: {name}. Take it over in its settings to edit it.',
  },
  transfer_signed: { zh: '该区域使用 DNSSEC 签名，暂不支持传送', en: 'The zone is signed with DNSSEC, which transferred domains do not support' },
} as const
registerProblems(problems)

export const auditWords = {
  'primary.create': { zh: '设置主服务器', en: 'Primaries set' },
  'primary.update': { zh: '修改主服务器', en: 'Primaries changed' },
  'primary.transfer': { zh: '要求立即传送', en: 'Transfer requested' },
  'primary.delete': { zh: '接管域名', en: 'Domain taken over' },
  'record.transfer': { zh: '传送解析记录', en: 'Records transferred' },
} as const

export const logWords = { primary: { zh: '主服务器', en: 'Primaries' } } as const

/** What the fields of primaries are called, beside those that are called so everywhere. */
export const fieldNames = {
  domainId: { zh: '域名', en: 'Domain' },
  addresses: { zh: '主服务器地址', en: 'Addresses of primaries' },
  port: { zh: '端口', en: 'Port' },
  keyName: { zh: 'TSIG 密钥名称', en: 'TSIG key name' },
  algorithm: { zh: '算法', en: 'Algorithm' },
  secret: { zh: 'TSIG 密钥', en: 'TSIG secret' },
  serial: { zh: '序列号', en: 'Serial' },
} as const satisfies NamesFor<typeof primary.update>

export const menu = [{ path: '/dns/domain/list/admin/{domain}/{id}/{userId}/primary', right: 'primary.read', hidden: true, place: 45 }] as const

export const terms = [
  {
    zh: '主服务器',
    en: 'primary',
    word: 'primary',
    meaning: 'A name server of others that a domain is transferred from (AXFR): its records are read-only here',
  },
] as const
