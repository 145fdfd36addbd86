import { getServers, Resolver } from 'node:dns/promises'
import { resolverLines, resolverParts } from '@nameplane/contract/system/settings/ns-check'
import { askNode } from '../../../serving/node/node-question.ts'

/** What a resolver says: the names, that there is no such delegation, or nothing that could be relied on. */
export type Delegation = { kind: 'names'; names: string[] } | { kind: 'none' } | { kind: 'unknown'; why: string }

/** One resolver, asked again and again. */
export type Asked = {
  readonly address: string
  ask(name: string): Promise<Delegation>
  /** The DS records of a name, which are its parent's; null when it does not say. */
  delegationSigners(name: string): Promise<string[] | null>
}

/** What a resolver says of the TXT records of a name. */
export type Texts = { kind: 'texts'; texts: string[] } | { kind: 'none' } | { kind: 'unknown' }

/** One that can also be asked whether there is such a name at all, null when it does not say, and for its TXT records and addresses. */
export type Asking = Asked & {
  exists(name: string): Promise<boolean | null>
  texts(name: string): Promise<Texts>
  /** The IPv4 and IPv6 addresses of a name; null when it does not say. */
  addresses(name: string): Promise<string[] | null>
}

const timeoutMs = 4000
const tries = 2
/** As many resolvers as are asked about one domain. */
const mostResolvers = 4

/** The resolvers of the setting, or those of the system where it names none. */
export function resolversOf(lines: string): Asking[] {
  const named = resolverLines(lines)
  return [...new Set(named.length > 0 ? named : getServers())].slice(0, mostResolvers).map((address) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    resolver.setServers([address])
    return {
      address,
      ask: (name) => askNs(resolver, name),
      exists: (name) => askName(resolver, name),
      texts: (name) => askTexts(resolver, name),
      addresses: (name) => askAddresses(resolver, name),
      delegationSigners: (name) => askDs(address, name),
    }
  })
}

async function askNs(resolver: Resolver, name: string): Promise<Delegation> {
  try {
    const names = await resolver.resolveNs(name)
    return names.length === 0 ? { kind: 'none' } : { kind: 'names', names: names.map((one) => one.toLowerCase().replace(/\.$/, '')).sort() }
  } catch (error) {
    const code = (error as { code?: string }).code ?? 'unknown'
    // NXDOMAIN, and a name without NS records (RFC 2308); everything else says something of the resolver, not of the domain.
    return code === 'ENOTFOUND' || code === 'ENODATA' ? { kind: 'none' } : { kind: 'unknown', why: code }
  }
}

async function askName(resolver: Resolver, name: string): Promise<boolean | null> {
  return resolver.resolveNs(name).then(
    () => true,
    (error: { code?: string }) => (error.code === 'ENODATA' ? true : error.code === 'ENOTFOUND' ? false : null),
  )
}

async function askTexts(resolver: Resolver, name: string): Promise<Texts> {
  return resolver.resolveTxt(name).then(
    (texts): Texts => ({ kind: 'texts', texts: texts.map((parts) => parts.join('')) }),
    ({ code }: { code?: string }): Texts => ({ kind: code === 'ENOTFOUND' || code === 'ENODATA' ? 'none' : 'unknown' }),
  )
}

async function askAddresses(resolver: Resolver, name: string): Promise<string[] | null> {
  const noneOrUnknown = ({ code }: { code?: string }): string[] | null => (code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null)
  const [ipv4, ipv6] = await Promise.all([resolver.resolve4(name).catch(noneOrUnknown), resolver.resolve6(name).catch(noneOrUnknown)])
  return ipv4 === null || ipv6 === null ? null : [...ipv4, ...ipv6]
}

/** Node has no question for this type. A parent can name any number of keys, of which a few say enough. */
async function askDs(address: string, name: string): Promise<string[] | null> {
  const resolver = resolverParts(address)
  if (!resolver) return null
  try {
    const { message } = await askNode(resolver.host, resolver.port, { name: `${name}.`, type: 'DS', recursionDesired: true })
    if (message.rcode !== rcodes.success && message.rcode !== rcodes.noSuchName) return null
    return message.answers
      .filter(({ type }) => type === 'DS')
      .map(({ value }) => value.slice(0, mostDsCharacters))
      .sort()
      .slice(0, mostDs)
  } catch {
    return null
  }
}

const rcodes = { success: 0, noSuchName: 3 } as const
const mostDs = 8
const mostDsCharacters = 200

/** What one resolver said of a domain, as it is kept: `failure` is why that does not count, `no_root` where it does not know the root. */
export type Seen = { resolver: string; names: string[]; failure: string | null; ds: string[] | null }

export function seenBy({ address: resolver }: Pick<Asked, 'address'>, said: Delegation, ds: string[] | null): Seen {
  return { resolver, names: said.kind === 'names' ? said.names : [], failure: said.kind === 'unknown' ? said.why : null, ds }
}

/** Why a resolver is not asked about domains at all. */
export function unfit(resolver: string, reason: string | null): Seen {
  return { resolver, names: [], failure: reason ?? 'no_root', ds: null }
}

/** Resolvers that can tell who serves the root: one that says no to everything, as behind a login page, proves nothing. */
export async function fitResolvers<Resolver extends Asked>(
  resolvers: readonly Resolver[],
  skipped: (address: string, reason: string | null) => void = () => {},
): Promise<Resolver[]> {
  const answers = await Promise.all(resolvers.map((resolver) => resolver.ask('.')))
  return resolvers.filter(({ address }, index) => {
    const answer = answers[index]!
    if (answer.kind !== 'names') skipped(address, answer.kind === 'unknown' ? answer.why : null)
    return answer.kind === 'names'
  })
}
