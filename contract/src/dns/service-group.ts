import * as z from 'zod/mini'
import { domainToAscii } from '@nameplane/dns-text/names'
import { endpoint } from '../endpoint.ts'
import { Id, Ids, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { isDomain, plainText } from '../rules.ts'
import { Time } from '../time.ts'

/** A name server's or mailbox' name: absolute, stored lower-case ASCII without the final dot. */
export const HostName = z.pipe(
  z.string().check(
    z.trim(),
    z.minLength(1, 'required'),
    z.refine((text: string) => isDomain(text.replace(/\.$/, '')) && !text.startsWith('*'), { error: 'invalid_domain' }),
  ),
  z.transform((text: string) => domainToAscii(text.replace(/\.$/, '')).toLowerCase()),
)

/** A set of nodes and the names they go by: a new domain's SOA and NS come from its service group. */
export const ServiceGroup = z.object({
  id: z.number(),
  name: z.string(),
  weight: z.number(),
  /** 1 usable for new domains, 0 not. */
  status: z.number(),
  remark: z.string(),
  /** SOA MNAME and RNAME (RFC 1035 §3.3.13). */
  mname: z.string(),
  rname: z.string(),
  /** NS1 … NS6. */
  nameservers: z.array(z.string()),
  isDefault: z.boolean(),
  domainCount: z.number(),
  nodeCount: z.number(),
  rowVersion: z.number(),
  createTime: Time,
  updateTime: Time,
})
export type ServiceGroup = z.infer<typeof ServiceGroup>

const fields = {
  name: plainText(80).check(z.minLength(1, 'required')),
  weight: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(9999)), 0),
  status: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(1)), 1),
  remark: z._default(plainText(200), ''),
  mname: HostName,
  rname: HostName,
  ns1: HostName,
  ns2: HostName,
  ns3: z.optional(z.union([z.literal(''), HostName])),
  ns4: z.optional(z.union([z.literal(''), HostName])),
  ns5: z.optional(z.union([z.literal(''), HostName])),
  ns6: z.optional(z.union([z.literal(''), HostName])),
}

export const serviceGroup = {
  list: endpoint('GET sys/dns/service_group/list', {
    summary: 'Service groups, one page',
    access: 'service_group.read',
    input: listQuery(['name', 'weight', 'createTime', 'updateTime'], { search: z.optional(z.string().check(z.trim(), z.maxLength(80))) }),
    reply: z.object({ data: pageOf(ServiceGroup) }),
  }),
  save: endpoint('POST sys/dns/service_group/save', {
    summary: 'Adds a service group',
    access: 'service_group.write',
    input: z.object(fields),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['service_group_exists', 'beyond_reach'],
  }),
  update: endpoint('POST sys/dns/service_group/update', {
    summary: 'Changes a service group; the SOA and NS of its domains are served anew',
    access: 'service_group.write',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }),
    problems: ['service_group_missing', 'service_group_exists', 'changed_meanwhile'],
  }),
  delete: endpoint('POST sys/dns/service_group/delete', {
    summary: 'Deletes service groups that no domain uses',
    access: 'service_group.write',
    input: z.object({ ids: Ids }),
    problems: ['service_group_missing', 'service_group_in_use', 'service_group_default'],
  }),
}
