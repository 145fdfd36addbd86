import * as z from 'zod/mini'
import { isIpv4, isIpv6, isNetwork } from '@nameplane/dns-text/addresses'
import { asCode } from '../../fields.ts'
import { Flag, numeric } from '../../paging.ts'
import { declareSetting } from '../setting-declaration.ts'
import '../setting-problems.ts'

/** The lines of a text, empty ones left out. */
export const networkLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

type LineRules = { maxCharacters: number; isRight: (line: string) => boolean; wrong: string; most: number; many: string }

/** A text with one entry a line. `wrong` and `many` are the problems of a line that is none, and of more lines than `most`. */
const listOfLines = ({ maxCharacters, isRight, wrong, most, many }: LineRules) =>
  asCode(
    z.string().check(
      z.trim(),
      z.maxLength(maxCharacters),
      z.check((context) => {
        const lines = networkLines(context.value)
        const line = lines.find((one) => !isRight(one))
        if (line !== undefined) context.issues.push({ code: 'custom', input: context.value, message: wrong, params: { line } })
        else if (lines.length > most) context.issues.push({ code: 'custom', input: context.value, message: many, params: { most } })
      }),
    ),
  )

/** Networks that are not limited; `!` before one that is limited although it lies in another of them. */
const NetworkList = listOfLines({
  maxCharacters: 10_000,
  isRight: (line) => isNetwork(line.replace(/^!/, '')),
  wrong: 'limit_network_invalid',
  most: 200,
  many: 'limit_networks_many',
})

/** Addresses of the redirect service. */
const RedirectAddressList = listOfLines({
  maxCharacters: 1_000,
  isRight: (line) => isIpv4(line) || isIpv6(line),
  wrong: 'redirect_address_invalid',
  most: 16,
  many: 'redirect_addresses_many',
})

const whole = (least: number, most: number, initial: number) => z._default(numeric().check(z.int(), z.minimum(least), z.maximum(most)), initial)

/** What a node says of itself; empty: it does not. `{node}` stands for its name. */
const SelfText = z._default(
  z.string().check(
    z.trim(),
    z.maxLength(100),
    z.refine((text: string) => /^[\x20-\x7e]*$/.test(text), { error: 'node_text_ascii' }),
  ),
  '',
)

/** How nodes answer strangers: response rate limiting, server cookies (RFC 7873), what they say of themselves (RFC 5001, RFC 4892), and where they lead clients of a URL record. */
export const NodeAnswering = z.object({
  /** `log` counts what would be limited, and answers it. */
  limitMode: z._default(z.enum(['on', 'log', 'off']), 'on'),
  /** UDP answers of one class to one client network. A large resolver asks for a busy name once for each of its clients' networks. */
  answersPerSecond: whole(1, 100_000, 200),
  /** Of these, at once after silence. */
  burst: whole(1, 1_000_000, 400),
  /** Every n-th query over the limit is told to ask by TCP, the others get nothing; 0: none is told. */
  slipEvery: whole(0, 10, 2),
  ipv4Prefix: whole(8, 32, 24),
  ipv6Prefix: whole(32, 64, 56),
  unlimitedNetworks: z._default(NetworkList, ''),
  areCookiesOn: z._default(Flag, true),
  nsid: SelfText,
  idServer: SelfText,
  hostnameBind: SelfText,
  versionBind: SelfText,
  /** What A and AAAA of a URL record answer, on all lines; empty: such a name has no address. */
  redirectAddresses: z._default(RedirectAddressList, ''),
})
export type NodeAnswering = z.infer<typeof NodeAnswering>

export const nodeAnswering = declareSetting('NODE_ANSWERING', {
  class: 'node',
  value: NodeAnswering,
  names: {
    limitMode: { zh: '限速', en: 'Rate limit' },
    answersPerSecond: { zh: '每秒应答数', en: 'Answers per second' },
    burst: { zh: '突发应答数', en: 'Burst' },
    slipEvery: { zh: 'Slip（重试提示间隔）', en: 'Slip (interval of retry hints)' },
    ipv4Prefix: { zh: 'IPv4 网络前缀长度', en: 'IPv4 prefix length' },
    ipv6Prefix: { zh: 'IPv6 网络前缀长度', en: 'IPv6 prefix length' },
    unlimitedNetworks: { zh: '不限速的网络', en: 'Networks without limit' },
    areCookiesOn: { zh: '启用 DNS Cookie（RFC 7873）', en: 'Use DNS cookies (RFC 7873)' },
    nsid: { zh: 'NSID', en: 'NSID' },
    idServer: { zh: 'id.server', en: 'id.server' },
    hostnameBind: { zh: 'hostname.bind', en: 'hostname.bind' },
    versionBind: { zh: 'version.bind', en: 'version.bind' },
    redirectAddresses: { zh: 'URL 转发服务的公网地址', en: 'Public addresses of the redirect service' },
  },
  screen: '/system/config/answering',
  readBy: 'the reconciler of each node, which gives it to the node: rate limit, cookies, NSID and CHAOS answers, addresses of URL records',
})
