import * as z from 'zod/mini'
import { isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import '../dns/line.ts'
import { endpoint } from '../endpoint.ts'

/** One address of either family; no prefix, and none of the loose forms (octal, hexadecimal, short). */
const Address = z.string().check(
  z.trim(),
  z.minLength(1, 'required'),
  z.refine((text: string) => isIpv4(text) || isIpv6(text), { error: 'invalid_ip' }),
)

const NamedLine = z.object({ code: z.string(), nameZh: z.string(), nameEn: z.string(), kind: z.string() })

/** First and last address of a stretch. */
const Stretch = z.object({ first: z.string(), last: z.string() })

export const lookup = {
  address: endpoint('GET app/common/query/ip/area', {
    summary: 'Look up the location and network of an IP address, and the lines of a client at this address',
    access: 'session',
    users: 'own',
    input: z.object({ ip: Address }),
    reply: z.object({
      data: z.object({
        /** In its one spelling (RFC 5952). */
        ip: z.string(),
        /** ISO 3166-1 alpha-2, lower case; null when unknown. */
        country: z.nullable(z.string()),
        countryZh: z.nullable(z.string()),
        countryEn: z.nullable(z.string()),
        asNumber: z.nullable(z.number()),
        asName: z.nullable(z.string()),
        /** From the most specific line to `default`. */
        lines: z.array(NamedLine),
        /** The stretch of addresses with the same lines, and where it is known from; null when nothing matched. */
        segment: z.nullable(z.object({ first: z.string(), last: z.string(), source: z.string() })),
      }),
    }),
  }),
  line: endpoint('GET app/common/query/line/code/area', {
    summary: 'Get a line with its parent lines and IP ranges',
    access: 'session',
    users: 'own',
    input: z.object({ code: z.string().check(z.trim(), z.minLength(1, 'required'), z.regex(/^[a-z0-9_]{1,63}$/, 'line_missing')) }),
    reply: z.object({
      data: z.object({
        code: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        kind: z.string(),
        /** The nearest first. */
        parents: z.array(NamedLine),
        segments: z.object({ ipv4: z.number(), ipv6: z.number() }),
        /** Addresses in the IPv4 segments. */
        ipv4Addresses: z.number(),
        /** The first segments of each family, at most five. */
        sample: z.object({ ipv4: z.array(Stretch), ipv6: z.array(Stretch) }),
      }),
    }),
    problems: ['line_missing'],
  }),
}

export const logWords = { lookup: { zh: '地址查询', en: 'Address lookup' } } as const
