import * as z from 'zod/mini'
import { isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import { asCode, asSeconds } from '../../fields.ts'
import { Flag, numeric } from '../../paging.ts'
import { declareSetting } from '../setting-declaration.ts'
import '../setting-problems.ts'
import '../job-problems.ts'

/** Address and port of a resolver: an address, with a port behind it where that is not 53; IPv6 in brackets then. Null for anything else. */
export function resolverParts(text: string): { host: string; port: number } | null {
  const [, bracketed, bare, port] = /^(?:\[([^\]]+)\]|([^\s[\]]+?))(?::(\d{1,5}))?$/.exec(isIpv6(text) ? `[${text}]` : text) ?? []
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null
  const host = bracketed ?? bare
  if (host === undefined || !(bracketed !== undefined ? isIpv6(host) : isIpv4(host))) return null
  return { host, port: Number(port ?? 53) }
}

export function isResolver(text: string): boolean {
  return resolverParts(text) !== null
}

/** The lines of a text, empty ones left out. */
export const resolverLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** How the delegations of domains are checked (spec point 9). */
export const NsCheck = z.object({
  /** Recursive resolvers, one a line; none: those of the system. */
  resolvers: z._default(
    asCode(
      z.string().check(
        z.trim(),
        z.maxLength(2000),
        z.check((context) => {
          const wrong = resolverLines(context.value).find((line) => !isResolver(line))
          if (wrong !== undefined) context.issues.push({ code: 'custom', input: context.value, message: 'resolver_invalid', params: { line: wrong } })
        }),
      ),
    ),
    '',
  ),
  /** Between one domain and the next. */
  pauseSeconds: asSeconds(z._default(numeric().check(z.int(), z.minimum(0), z.maximum(3600)), 3)),
  /** Domains that are delegated elsewhere for 30 days go to the recycle bin. */
  isRemovalOn: z._default(Flag, true),
  /** No more than this in one day, so that a fault of resolvers cannot take everything. */
  mostRemovalsPerDay: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(100_000)), 20),
})
export type NsCheck = z.infer<typeof NsCheck>

export const nsCheck = declareSetting('NS_CHECK', {
  class: 'node',
  value: NsCheck,
  names: {
    resolvers: { zh: '查询使用的递归服务器', en: 'Resolvers' },
    pauseSeconds: { zh: '每个域名之间的间隔（秒）', en: 'Pause between domains (seconds)' },
    isRemovalOn: { zh: '移除连续 30 天不正确的域名', en: 'Remove domains with incorrect name servers for 30 days' },
    mostRemovalsPerDay: { zh: '每天最多移除', en: 'Maximum removals per day' },
  },
  screen: '/system/config/ns-check',
  isTestable: true,
  readBy: 'the name server check job, the countdown in the domain list, health checks, and lookups of the targets of ALIAS records',
})
