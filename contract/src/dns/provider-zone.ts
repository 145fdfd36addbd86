import * as z from 'zod/mini'
import { isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import { endpoint } from '../endpoint.ts'
import { Id, numeric } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { isDomain } from '../rules.ts'
import { DomainName } from './domain.ts'
import { transferProblems, transferProblemTexts } from './transfer-problems.ts'
import { TsigKeyName, TsigSecret, tsigAlgorithms } from './tsig-key.ts'

/** DNS providers whose records can be read with keys of theirs. */
export const dnsProviders = ['cloudflare', 'dnspod', 'alibaba', 'huawei', 'powerdns'] as const
export type DnsProvider = (typeof dnsProviders)[number]

/** What a provider needs beside the secret. */
export const providerNeeds: Readonly<Record<DnsProvider, readonly ('keyId' | 'region' | 'url')[]>> = {
  cloudflare: [],
  dnspod: ['keyId'],
  alibaba: ['keyId'],
  huawei: ['keyId', 'region'],
  powerdns: ['url'],
}

export const defaultHuaweiRegion = 'cn-north-4'

/** Travels in a header: signs of ASCII alone. */
const Key = z.string().check(z.trim(), z.maxLength(1000), z.regex(/^[\x21-\x7e]*$/, 'invalid_value'))

const isHost = (text: string): boolean => isIpv4(text) || isIpv6(text) || isDomain(text.replace(/\.$/, ''))

/** What was decided about records before they became a table. */
const Note = z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) })

export const providerZone = {
  read: endpoint('POST sys/dns/provider/zone', {
    summary: 'Read the records of a domain at another DNS provider as a table to import. Its keys are used once and not stored.',
    access: 'record.write',
    users: 'own',
    input: z.object({
      domainId: Id,
      provider: z.enum(dnsProviders),
      /** Public half of a key: SecretId, AccessKey ID or AK. */
      keyId: z._default(Key, ''),
      /** Secret half of a key, or an API token. */
      secret: Key.check(z.minLength(1, 'required')),
      /** Of Huawei Cloud. */
      region: z._default(z.string().check(z.trim(), z.regex(/^[a-z0-9-]{2,40}$/, 'invalid_value')), defaultHuaweiRegion),
      /** Of the web server of PowerDNS, without /api/v1. */
      url: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
    }),
    reply: z.object({ data: z.object({ text: z.string(), records: z.number(), notes: z.array(Note) }) }),
    problems: [
      'domain_missing',
      'domain_locked',
      'right_missing',
      'provider_too_often',
      'provider_key_refused',
      'provider_permission_missing',
      'provider_zone_missing',
      'provider_busy',
      'provider_address_refused',
      'provider_unreachable',
      'provider_unreadable',
      'provider_zone_too_large',
    ],
  }),
  transfer: endpoint('POST sys/dns/provider/transfer', {
    summary: 'Read the records of a domain from a name server by zone transfer (AXFR) as a zone file to import. The TSIG key is used once and not stored.',
    access: 'record.write',
    input: z.object({
      domainId: Id,
      /** An address, or a host name; on the Internet. */
      address: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(253), z.refine(isHost, { error: 'transfer_address_invalid' })),
      port: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(65_535)), 53),
      /** The zone there; empty: the domain itself. Names below it become names below the domain. */
      zone: z._default(z.union([z.literal(''), DomainName]), ''),
      keyName: z._default(TsigKeyName, ''),
      algorithm: z._default(z.enum(tsigAlgorithms), 'hmac-sha256'),
      secret: z._default(TsigSecret, ''),
    }),
    reply: z.object({ data: z.object({ text: z.string(), records: z.number(), notes: z.array(Note) }) }),
    problems: ['domain_missing', 'domain_locked', 'provider_too_often', ...transferProblems],
  }),
}

export const problems = {
  provider_too_often: { zh: '读取过于频繁，请一分钟后重试', en: 'Too many reads. Try again in 1 minute.' },
  provider_key_refused: { zh: '服务商不接受此密钥（{code}）', en: 'The provider rejected this key ({code})' },
  provider_permission_missing: { zh: '此密钥没有读取解析记录的权限（{code}）', en: 'This key has no permission to read DNS records ({code})' },
  provider_zone_missing: { zh: '在服务商处没有找到域名：{name}', en: 'Domain not found at the provider: {name}' },
  provider_busy: { zh: '服务商限制了请求频率，请稍后重试', en: 'The provider limits requests. Try again later.' },
  provider_address_refused: { zh: '只能使用公网 https 地址', en: 'Only public https addresses are allowed' },
  provider_unreachable: { zh: '服务商没有响应，请稍后重试', en: 'The provider did not respond. Try again later.' },
  provider_unreadable: { zh: '服务商的响应无法识别（{code}）', en: 'The response of the provider was not recognised ({code})' },
  provider_zone_too_large: {
    zh: '该域名的记录太多，无法直接读取，请从服务商导出文件后导入',
    en: 'Too many records to read. Export a file at the provider and import it.',
  },
  provider_weights_equal: {
    zh: '{count} 条记录的权重在记录集内相同，未带入权重，查询时返回全部记录',
    en: 'Weights were left out where all records of a set have the same, so that all are answered: {count, record}',
  },
  provider_weights_shared: {
    zh: '{count} 个记录集有权重且包含多个值，每个值都使用该权重',
    en: 'Record sets with a weight and several values: {count}. Each value gets the weight.',
  },
  provider_weights_scaled: { zh: '{count} 条记录的权重按比例缩小到 100 以内', en: 'Weights scaled down to 100 at most: {count, record}' },
  transfer_address_invalid: { zh: '请输入 IP 地址或主机名', en: 'Enter an IP address or a host name' },
  ...transferProblemTexts,
  transfer_signatures_left_out: { zh: '{count} 条 DNSSEC 签名记录由签名程序生成，未带入', en: 'DNSSEC records created by a signer were left out: {count}' },
} as const
registerProblems(problems)

export const auditWords = { 'provider_zone.read': { zh: '从其他服务商读取解析记录', en: 'Records read from another provider' } } as const

export const logWords = { provider_zone: { zh: '其他服务商的解析记录', en: 'Records of other providers' } } as const
