import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { plainText } from '../rules.ts'

/*
 * The bodies of the API that speaks as PowerDNS does (docs/how-to/other-software.md). Members that are not named here are what PowerDNS
 * tells its callers, who send it back: they are dropped. Go programs write `null` for what they leave out.
 */

/** Where that API is mounted. */
export const powerdnsRoot = '/api/v1/servers'

const Name = z.string().check(z.minLength(1, 'required'), z.maxLength(1024))

const SentRecord = z.object({
  /** The rdata in presentation form. */
  content: z.string().check(z.minLength(1, 'required'), z.maxLength(131_072)),
  /** A paused record. */
  disabled: z.nullish(z.boolean()),
})

/** All records of one name and type, with what is to become of them. */
export const SentSet = z.object({
  name: Name,
  type: z.string().check(z.minLength(1, 'required'), z.maxLength(16)),
  /** Seconds. */
  ttl: z.nullish(z.number().check(z.int(), z.minimum(limits.recordTtlSeconds.min), z.maximum(limits.recordTtlSeconds.max))),
  changetype: z.nullish(z.string().check(z.maxLength(16))),
  records: z.nullish(z.array(SentRecord).check(z.maxLength(limits.recordChanges))),
  comments: z.nullish(z.array(z.object({ content: plainText(limits.recordRemarkLength) })).check(z.maxLength(limits.recordChanges))),
})
export type SentSet = z.infer<typeof SentSet>

const Sets = z.array(SentSet).check(z.maxLength(limits.recordChanges))

/** Fields of a zone that PowerDNS has, as far as they are understood; all others say nothing here. */
const zoneFields = {
  kind: z.nullish(z.string().check(z.maxLength(16))),
  masters: z.nullish(z.array(z.string())),
  dnssec: z.nullish(z.boolean()),
  presigned: z.nullish(z.boolean()),
  catalog: z.nullish(z.string()),
  /** The remark of the domain. */
  account: z.nullish(plainText(limits.domainRemarkLength)),
  nameservers: z.nullish(z.array(z.string().check(z.maxLength(1024))).check(z.maxLength(100))),
  /** A zone file. */
  zone: z.nullish(z.string()),
}

export const PowerdnsPatch = z.object({ rrsets: Sets })
export const PowerdnsZone = z.object({ name: Name, rrsets: z.nullish(Sets), ...zoneFields })
export const PowerdnsFields = z.object({ rrsets: z.nullish(z.array(z.unknown())), ...zoneFields })
export type PowerdnsFields = z.infer<typeof PowerdnsFields>

/** The same by the calls that take them: large bodies are read in threads, to which no schema can be sent. */
export const powerdnsBodies = { patchZone: PowerdnsPatch, createZone: PowerdnsZone, putZone: PowerdnsFields } as const
