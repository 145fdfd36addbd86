import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import type { ProblemCode } from '../problems.ts'
import { Time } from '../time.ts'

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
    summary: 'What is installed and used, the edition, and the licence with its limits',
    access: 'licence.read',
    reply: z.object({ data: Licence }),
  }),
  upload: endpoint('POST sys/licence/upload', {
    summary: 'Keeps a signed licence file; its signature is checked offline against the keys in the data folder',
    access: 'licence.write',
    input: z.object({ file: z.string().check(z.minLength(1, 'required'), z.maxLength(limits.licenceFileCharacters)) }),
    problems: licenceRefusals,
  }),
  remove: endpoint('POST sys/licence/remove', {
    summary: 'Removes the licence: the community edition, without limits',
    access: 'licence.write',
    problems: ['licence_missing'],
  }),
}
