import * as z from 'zod/mini'
import { isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import { endpoint } from '../endpoint.ts'
import { Id } from '../paging.ts'
import { Time } from '../time.ts'
import { aliasProblems } from './alias-target.ts'

/** An address, or a network as address/length (IPv4 or IPv6): whom the answer is for. */
export const ClientNetwork = z.string().check(
  z.trim(),
  z.refine(
    (text: string) => {
      const [address = '', length, rest] = text.split('/')
      const bits = isIpv4(address) ? 32 : isIpv6(address) ? 128 : 0
      return bits > 0 && rest === undefined && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
    },
    { error: 'invalid_client_network' },
  ),
)

const Candidate = z.object({
  recordId: z.nullable(z.number()),
  type: z.string(),
  line: z.string(),
  value: z.string(),
  ttlSeconds: z.number(),
  weight: z.nullable(z.number()),
  taken: z.boolean(),
  /** Share of the answers that hold it, 0 to 1. */
  share: z.number(),
  /** taken, taken_by_weight, weight_is_zero, other_line, less_specific_line, hidden_by_cname, hides_no_others, one_set_for_any, redirect_without_address. */
  reason: z.string(),
})

export const Explanation = z.object({
  client: z.object({
    address: z.string(),
    prefixLength: z.number(),
    /** The address range of the line table that matched. */
    segment: z.nullable(z.object({ first: z.string(), last: z.string(), source: z.string() })),
    line: z.string(),
    /** Line codes from most to least specific, with their kinds. */
    chain: z.array(z.object({ code: z.string(), kind: z.string() })),
    /** Leading bits of the address that decided (RFC 7871 §7.2.1). */
    scope: z.number(),
  }),
  zone: z.nullable(
    z.object({
      name: z.string(),
      domainId: z.number(),
      serial: z.number(),
      /** It comes from primaries that have not given it for too long: everything asked of it fails. */ isExpired: z.boolean(),
    }),
  ),
  steps: z.array(
    z.object({
      name: z.string(),
      outcome: z.string(),
      owner: z.string(),
      wildcard: z.boolean(),
      probability: z.number(),
      candidates: z.array(Candidate),
      /** The ALIAS records of the owner, from whose targets its addresses come; empty for other types than addresses. */
      aliases: z.array(
        z.object({ line: z.string(), target: z.string(), addresses: z.number(), askedAt: z.nullable(Time), problem: z.nullable(z.enum(aliasProblems)) }),
      ),
    }),
  ),
  answer: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      line: z.string(),
      value: z.string(),
      ttlSeconds: z.number(),
      recordId: z.nullable(z.number()),
      probability: z.number(),
    }),
  ),
})

/** What a node said when it was asked there and then. */
export const WireAnswer = z.object({
  node: z.string(),
  milliseconds: z.number(),
  rcode: z.string(),
  isAuthoritative: z.boolean(),
  isTruncated: z.boolean(),
  scope: z.nullable(z.number()),
  answers: z.array(z.object({ name: z.string(), type: z.string(), ttlSeconds: z.number(), value: z.string() })),
  authorities: z.array(z.object({ name: z.string(), type: z.string(), ttlSeconds: z.number(), value: z.string() })),
})

export const explain = {
  record: endpoint('GET sys/dns/record/explain', {
    summary: 'Explain the answer for a client: IP range, line, precedence, candidates and probabilities, compared with the current answer of a node',
    access: 'record.read',
    users: 'own',
    input: z.object({
      domainId: Id,
      /** Relative to the domain, `@` for the apex. */
      host: z._default(z.string().check(z.trim(), z.maxLength(1024)), '@'),
      type: z._default(z.string().check(z.trim(), z.toUpperCase(), z.maxLength(16)), 'A'),
      client: ClientNetwork,
    }),
    reply: z.object({
      data: z.object({
        explanation: Explanation,
        /** Null with `wireProblem` when no node of this server could be asked. */
        wire: z.nullable(WireAnswer),
        wireProblem: z.nullable(z.enum(['no_node', 'no_answer'])),
      }),
    }),
    problems: ['domain_missing', 'domain_not_served'],
  }),
}

export const logWords = { explain: { zh: '解析诊断', en: 'Resolution check' } } as const

export const terms = [{ zh: '解释', en: 'explain', word: 'explain', meaning: 'Why a client gets its answer' }] as const
