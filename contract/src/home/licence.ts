import * as z from 'zod/mini'
import { BothLanguages } from '../both-languages.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import type { ProblemCode } from '../problem-text.ts'
import { Time } from '../time.ts'
import { registerProblems } from '../problem-text.ts'

const Words = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum), z.regex(/^\P{Cc}*$/u))
const Limit = z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)))
const Day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/),
  z.refine((text: string) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)),
)

/**
 * What a publisher signs: the exact bytes of this JSON text. Days are days of UTC; a licence is good to the end of its
 * last one. A limit of null is none.
 */
export const LicenceStatement = z.strictObject({
  format: z.literal(1),
  product: z.literal('nameplane'),
  /** The publisher's own number of this licence. */
  licence: Words(64),
  holder: Words(200),
  edition: Words(40),
  issued: Day,
  expires: z.nullable(Day),
  maxDomains: Limit,
  maxNodes: Limit,
})
export type LicenceStatement = z.infer<typeof LicenceStatement>

/** A licence file: the statement's bytes and their Ed25519 signature, both in Base64. */
export const LicenceFile = z.strictObject({
  statement: z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
})

/** Why a licence file is refused, or a kept licence does not count. */
export const licenceRefusals = [
  'licence_no_trusted_key',
  'licence_file_invalid',
  'licence_signature_wrong',
  'licence_statement_invalid',
  'licence_product_wrong',
  'licence_expired',
] as const satisfies readonly ProblemCode[]
export type LicenceRefusal = (typeof licenceRefusals)[number]

/** What stops a new domain under a licence. */
export const licenceLimitProblems = [
  'licence_expired',
  'licence_invalid',
  'licence_domains_reached',
  'licence_nodes_exceeded',
] as const satisfies readonly ProblemCode[]

const Sized = z.object({ name: z.string(), bytes: z.number() })

export const Licence = z.object({
  /** `community` without a licence: nothing is limited. */
  edition: z.string(),
  /** The kept licence, also one that does not count any more. */
  licence: z.nullable(
    z.object({
      licence: z.string(),
      holder: z.string(),
      issued: z.string(),
      expires: z.nullable(z.string()),
      /** File name and fingerprint of the key that has signed it; null when that key is not trusted any more. */
      key: z.nullable(z.object({ file: z.string(), fingerprint: z.string() })),
      uploadTime: Time,
      /** Why it does not count; null when it does. */
      problem: z.nullable(z.enum(licenceRefusals)),
    }),
  ),
  /** What there is, and how much there may be; a limit of null is none. */
  use: z.object({
    domains: z.object({ used: z.number(), limit: z.nullable(z.number()) }),
    nodes: z.object({ used: z.number(), limit: z.nullable(z.number()) }),
    records: z.number(),
    users: z.number(),
    administrators: z.number(),
  }),
  installed: z.object({
    version: z.string(),
    /** Names of the platform's parts, as its calls name them. */
    modules: z.array(z.string()),
    /** What they are called, in the same order. */
    moduleNames: z.array(BothLanguages),
    node: z.string(),
    postgresql: z.string(),
    databaseKind: z.enum(['embedded', 'external']),
    databaseBytes: z.number(),
    startTime: Time,
    host: z.object({ name: z.string(), platform: z.string(), cores: z.number(), memoryBytes: z.number() }),
    nodes: z.array(z.object({ name: z.string(), address: z.string(), version: z.string(), state: z.string() })),
    /** Parts of the data folder, the largest first. */
    dataFolder: z.array(Sized),
    /** Where the data folder and the publishers' keys lie; null for callers who may not change the licence. */
    path: z.nullable(z.string()),
    keyFolder: z.nullable(z.string()),
  }),
  /** Publishers' keys in the data folder's `licence-keys`; the unusable ones say why. */
  keys: z.array(z.object({ file: z.string(), fingerprint: z.nullable(z.string()), unusable: z.nullable(z.enum(['private', 'not_ed25519', 'unreadable'])) })),
})
export type Licence = z.infer<typeof Licence>

export const licence = {
  detail: endpoint('GET sys/licence/detail', {
    summary: 'Get the current usage, the edition, and the licence with its limits',
    access: 'licence.read',
    reply: z.object({ data: Licence }),
  }),
  upload: endpoint('POST sys/licence/upload', {
    summary: 'Upload a signed licence. Its signature is verified offline with the keys in the data folder.',
    access: 'licence.write',
    input: z.object({ file: z.string().check(z.minLength(1, 'required'), z.maxLength(limits.licenceFileCharacters)) }),
    problems: licenceRefusals,
  }),
  remove: endpoint('POST sys/licence/remove', {
    summary: 'Remove the licence. The community edition without limits applies.',
    access: 'licence.write',
    problems: ['licence_missing'],
  }),
}

export const rights = { 'licence.read': { zh: '查看系统授权', en: 'View licence' }, 'licence.write': { zh: '更换系统授权', en: 'Replace licence' } } as const

export const problems = {
  licence_missing: { zh: '许可证不存在', en: 'No licence found' },
  licence_no_trusted_key: {
    zh: '没有受信任的发布者公钥，请将发布者的 Ed25519 公钥（PEM 文件）放入数据目录的 licence-keys 文件夹后重试',
    en: 'No trusted publisher. Put the publisher’s Ed25519 public key (a PEM file) into the licence-keys folder of the data folder, then try again.',
  },
  licence_file_invalid: { zh: '这不是许可证文件', en: 'Not a licence file' },
  licence_signature_wrong: { zh: '许可证不是由受信任的公钥签名的', en: 'Licence not signed by a trusted key' },
  licence_statement_invalid: { zh: '许可证格式错误', en: 'Invalid licence format' },
  licence_product_wrong: { zh: '这不是本产品的许可证', en: 'This licence is for another product' },
  licence_expired: { zh: '许可证已到期，请更换，或移除后使用社区版', en: 'Licence expired. Replace it, or remove it to use the community edition.' },
  licence_invalid: {
    zh: '许可证无效，不能添加域名，请在“系统授权”中更换或移除',
    en: 'No domains can be added without a valid licence. Replace or remove it under Home › Licence.',
  },
  licence_domains_reached: { zh: '已达到许可证的域名上限：{limit} 个', en: 'Licence limit of {limit, domain} reached' },
  licence_nodes_exceeded: {
    zh: '节点数 {used} 超过许可证的上限 {limit}，不能添加域名',
    en: '{used, node exceeds, nodes exceed} the licence limit of {limit}. No domains can be added.',
  },
} as const
registerProblems(problems)

export const auditWords = {
  'licence.upload': { zh: '上传许可证', en: 'Licence uploaded' },
  'licence.remove': { zh: '移除许可证', en: 'Licence removed' },
} as const

export const logWords = { licence: { zh: '许可证', en: 'Licence' } } as const

export const fieldNames = { fingerprint: { zh: '指纹', en: 'Fingerprint' } } as const

export const menu = [{ path: '/home/auth', right: 'licence.read', place: 10 }] as const

export const terms = [
  {
    zh: '许可证',
    en: 'licence',
    word: 'licence',
    meaning: 'A signed statement of edition, limits and expiry, verified offline. Without one, the community edition applies.',
  },
] as const
