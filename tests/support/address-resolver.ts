import { startResolver } from './loopback-resolver.ts'

/** What a resolver of a test says of a name: its addresses of both kinds, that there is none, that it failed, or nothing at all. */
export type SaidOfAddresses =
  | { readonly A?: readonly string[] | 'servfail'; readonly AAAA?: readonly string[] | 'servfail'; readonly ttlSeconds?: number }
  | 'nxdomain'
  | 'servfail'
  | 'silence'

export type AddressResolver = {
  readonly address: string
  say(name: string, said: SaidOfAddresses): void
  /** How often it was asked about a name. */
  timesAsked(name: string): number
  stop(): Promise<void>
}

/** A resolver on the loopback that answers questions for addresses as it is told to; of all other names it says that there is none. */
export async function startAddressResolver(): Promise<AddressResolver> {
  const sayings = new Map<string, SaidOfAddresses>()
  const asked: string[] = []
  const resolver = await startResolver(({ name, type }) => {
    if (type === 'A') asked.push(name)
    const said = sayings.get(name) ?? 'nxdomain'
    if (typeof said === 'string') return said
    const values = type === 'A' || type === 'AAAA' ? (said[type] ?? []) : []
    return values === 'servfail' ? values : { values, ttlSeconds: said.ttlSeconds ?? 60 }
  })
  return { ...resolver, say: (name, said) => void sayings.set(name, said), timesAsked: (name) => asked.filter((one) => one === name).length }
}
