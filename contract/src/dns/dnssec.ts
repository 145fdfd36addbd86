import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id } from '../paging.ts'

export const Dnssec = z.object({
  /** How many nodes serve the domain, and how many of them have software that can sign. */
  nodeCount: z.number(),
  signingNodeCount: z.number(),
  /** Records in use at the zone's own name with which a child asks its parent for DS records (RFC 7344). */
  keyRecords: z.array(z.object({ type: z.string(), value: z.string() })),
})
export type Dnssec = z.infer<typeof Dnssec>

export const dnssec = {
  detail: endpoint('GET sys/dns/domain/dnssec', {
    summary: 'Get whether the nodes of a domain can sign it, and its CDS and CDNSKEY records. DS records at the parent are part of the name server check.',
    access: 'domain.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: Dnssec }),
    problems: ['domain_missing'],
  }),
}

export const logWords = { dnssec: { zh: 'DNSSEC 状态', en: 'DNSSEC' } } as const
