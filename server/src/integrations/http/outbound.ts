import { setTimeout as pause } from 'node:timers/promises'
import { isIP } from 'node:net'
import { gateOf } from './breaker.ts'
import { exchange, type OutboundReply, type Timing } from './exchange.ts'
import { OutboundProblem } from './outbound-problem.ts'
import { rulesInForce, type OutboundRules } from './outbound-rules.ts'

export type { OutboundReply } from './exchange.ts'

/** A system outside. Several clients of one family and host share what they know of its state. */
export type OutboundTarget = {
  /** What kind of system it is, as logs and problems name it: 'sms', 'payment', 'identity' … */
  readonly family: string
  /** Absolute URL, without query: where every path is appended. It may come from a setting; its address is checked at each call. */
  readonly baseUrl: string
  /** Hosts that may be called; one that begins with a dot stands for all names below. Without it: any on the Internet. */
  readonly allowedHosts?: readonly string[]
  /** Whether the system may also be called without TLS; no key that is a secret may then travel. Default: https only. */
  readonly isPlainHttpAllowed?: boolean
  /** The longest answer that is read: 1 MiB unless said otherwise, 32 MiB at most. */
  readonly answerBytes?: number
}

export type OutboundCall = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Begins with a slash, encoded already: it is sent exactly as given, since vendors sign it. '' calls the base URL itself. */
  readonly path: string
  /** Names and values, encoded here as RFC 3986 has it; or a query encoded already, without its question mark. */
  readonly query?: Readonly<Record<string, string>> | string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  /** Whether calling twice does no more than calling once. Only then a failed call is tried again, at most twice. */
  readonly isIdempotent: boolean
  readonly signal?: AbortSignal
}

export type OutboundClient = {
  /**
   * One call. An answer of any status is an answer, also 500; a redirect is not.
   * @throws OutboundProblem when none came
   */
  call(call: OutboundCall): Promise<OutboundReply>
}

const triesAtMost = 3
const mebibyte = 1_048_576
const longestAnswer = 32 * mebibyte

/** Ports where something else than HTTP listens, which a request could be mistaken for a command by (as browsers refuse them). */
const refusedPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137,
  139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1433, 1521, 1719, 1720,
  1723, 2049, 2375, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9200, 10_080,
  11_211, 27_017, 65_535,
])

/**
 * The one way to call another system by HTTP. Where a call may go is decided by the address itself: the one written in the URL, in
 * whatever form, or each one its name resolves to; and the connection goes to just the addresses that were checked. Certificates are
 * always verified, redirects never followed. 3 s for the connection, 10 s for everything, further tries included; after five
 * failures in a row a host rests half a minute. The environment's proxies are not used.
 *
 * Tests call peers of their own on loopback after `allowLoopback()` of `loopback.testing.ts`; production has no such switch.
 *
 * @example const reply = await outbound({ family: 'sms', baseUrl, allowedHosts: ['sms.tencentcloudapi.com'] }).call({ method: 'POST', path: '/', body, isIdempotent: false })
 */
export function outbound(target: OutboundTarget): OutboundClient {
  return {
    async call(call) {
      const rules = rulesInForce.current
      const url = urlOf(target, call, rules)
      const timing: Timing = { connectMs: rules.connectMs, endsAt: rules.now() + rules.totalMs, totalMs: rules.totalMs, now: rules.now }
      const gate = gateOf(rules, `${target.family} ${url.host}`)
      let outcome: OutboundReply | OutboundProblem = new OutboundProblem(
        'resting',
        `${target.family}: ${url.host} failed several times and is left alone for a while`,
      )
      for (let tries = 1; tries <= triesAtMost && gate.mayCall(); tries += 1) {
        outcome = await tried(target, call, url, rules, timing)
        if (tellsNothing(outcome)) gate.leftOpen()
        else if (isFault(outcome)) gate.failed()
        else gate.succeeded()
        const waitMs = rules.pauseMs * 2 ** (tries - 1) * (0.5 + Math.random())
        if (!call.isIdempotent || tries === triesAtMost || !isWorthAnotherTry(outcome) || rules.now() + waitMs >= timing.endsAt) break
        await pause(waitMs)
      }
      if (outcome instanceof OutboundProblem) throw outcome
      return outcome
    },
  }
}

/** Nothing was sent, or nobody waited. */
function tellsNothing(outcome: OutboundReply | OutboundProblem): boolean {
  return outcome instanceof OutboundProblem && (outcome.reason === 'wrong-address' || outcome.reason === 'stopped')
}

/** A fault of the other side, or of the way to it. */
function isFault(outcome: OutboundReply | OutboundProblem): boolean {
  return outcome instanceof OutboundProblem || outcome.status >= 500
}

function isWorthAnotherTry(outcome: OutboundReply | OutboundProblem): boolean {
  return outcome instanceof OutboundProblem ? outcome.reason === 'unreachable' || outcome.reason === 'timed-out' : outcome.status >= 500
}

async function tried(target: OutboundTarget, call: OutboundCall, url: URL, rules: OutboundRules, timing: Timing): Promise<OutboundReply | OutboundProblem> {
  try {
    const origin = rules.route(url.origin)
    const there = origin === url.origin ? url : new URL(origin + url.href.slice(url.origin.length))
    const addresses = await addressesOf(target, there.hostname, rules, Math.min(timing.connectMs, Math.max(timing.endsAt - timing.now(), 0)))
    return await exchange({
      family: target.family,
      url: there,
      host: url.host,
      addresses,
      call,
      answerBytes: Math.min(target.answerBytes ?? mebibyte, longestAnswer),
      timing,
    })
  } catch (cause) {
    if (cause instanceof OutboundProblem) return cause
    throw cause
  }
}

function urlOf(target: OutboundTarget, call: OutboundCall, rules: OutboundRules): URL {
  const wrong = (why: string): OutboundProblem => new OutboundProblem('wrong-address', `${target.family}: ${why}`)
  if (!URL.canParse(target.baseUrl)) throw wrong('not a URL')
  const url = new URL(target.baseUrl)
  const isTrusted = rules.isTrustedHost(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (target.isPlainHttpAllowed === true || isTrusted)))
    throw wrong(target.isPlainHttpAllowed === true ? 'the address must start with https:// or http://' : 'the address must start with https://')
  if (url.username !== '' || url.password !== '') throw wrong('the address must not contain a username or password')
  if (url.search !== '' || url.hash !== '' || /[?#\\\s]/.test(target.baseUrl)) throw wrong('the address must not contain a query')
  if (refusedPorts.has(Number(url.port)) && url.port !== '') throw wrong(`port ${url.port} is not allowed`)
  if (target.allowedHosts && !isTrusted && !target.allowedHosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host)))
    throw wrong(`${url.hostname} is not a host of this service`)
  if (call.path !== '') {
    const whole = url.pathname.replace(/\/$/, '') + call.path
    url.pathname = whole
    // Anything that changed on the way (dots, line breaks, question marks, other signs) would not be what was signed.
    if (!call.path.startsWith('/') || url.pathname !== whole) throw wrong('the path of the call is not in its sent form')
  }
  const query = typeof call.query === 'string' ? call.query : encodedQuery(call.query ?? {})
  url.search = query
  if (url.search !== (query === '' ? '' : `?${query}`)) throw wrong('the query of the call is not in its sent form')
  return url
}

function encodedQuery(query: Readonly<Record<string, string>>): string {
  const encoded = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&')
}

/** Whether a call may go to this address. */
export function isAllowedAddress(address: string): boolean {
  return rulesInForce.current.isAllowedAddress(address)
}

/**
 * The addresses of a host that calls by another protocol than HTTP may connect to, by the same rules.
 * @throws OutboundProblem
 */
export async function allowedAddresses(family: string, host: string): Promise<readonly string[]> {
  const rules = rulesInForce.current
  return addressesOf({ family }, host, rules, rules.connectMs)
}

/** The addresses a call may connect to. One that is not allowed refuses them all: who gives such an answer is not to be called. */
async function addressesOf(
  target: Pick<OutboundTarget, 'family'>,
  hostname: string,
  rules: Pick<OutboundRules, 'isAllowedAddress' | 'resolve'>,
  patienceMs: number,
): Promise<readonly string[]> {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const refused = (): OutboundProblem => new OutboundProblem('wrong-address', `${target.family}: ${hostname} is not a public address`)
  if (isIP(literal) !== 0) {
    if (!rules.isAllowedAddress(literal)) throw refused()
    return [literal]
  }
  const abort = new AbortController()
  const late = pause(patienceMs, 'late' as const, { signal: abort.signal }).catch(() => 'late' as const)
  const found = rules.resolve(hostname).catch(() => [] as const)
  const addresses = await Promise.race([found, late])
  abort.abort()
  if (addresses === 'late') throw new OutboundProblem('timed-out', `${target.family}: the lookup of ${hostname} timed out`)
  if (addresses.length === 0) throw new OutboundProblem('unreachable', `${target.family}: ${hostname} not found`)
  if (!addresses.every((address) => rules.isAllowedAddress(address))) throw refused()
  return addresses
}
