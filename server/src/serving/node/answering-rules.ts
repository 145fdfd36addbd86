import { nameToWire } from '@nameplane/dns-text/names'
import { longestText, type Identity } from '../answer/reply-options.ts'
import { ServerCookies } from '../answer/server-cookies.ts'
import { RedirectAddresses } from '../redirect/redirect-addresses.ts'
import { PrimariesOfZones, type PrimaryRule } from '../transfer/primary-rules.ts'
import { TransferRights, type TransferRules } from '../transfer/transfer-rules.ts'
import { UpdateRights, type UpdateRules } from '../update/update-rules.ts'
import { keyOfWire } from '../wire/wire-key.ts'
import { defaultRateLimit, type RateLimitOptions } from './rate-limit.ts'

/** How a node answers strangers, as plain data: any engine can be told so. */
export type AnsweringRules = {
  readonly limit: RateLimitOptions
  /** 16 bytes each in hexadecimal; the first one makes server cookies (RFC 9018), every one is accepted. None: no cookies. */
  readonly cookieSecrets: readonly string[]
  /** Empty: it does not say. */
  readonly nsid: string
  /** Texts of the class CHAOS by name; other names are refused. */
  readonly chaos: Readonly<Record<string, string>>
  /** IPv4 and IPv6 addresses that URL records answer with; none: they have no address. */
  readonly redirectAddresses: readonly string[]
  /** Whole zones are given to nobody else. */
  readonly transfers: TransferRules
  /** Zones that come from primaries, whose NOTIFY is passed on. */
  readonly primaries: readonly PrimaryRule[]
  /** Updates are taken from nobody else. */
  readonly updates: UpdateRules
}

export const defaultRules: AnsweringRules = {
  limit: defaultRateLimit,
  cookieSecrets: [],
  nsid: '',
  chaos: {},
  redirectAddresses: [],
  transfers: [],
  primaries: [],
  updates: [],
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8').subarray(0, longestText)

/** @throws RangeError when a secret is none, DnsTextError when an address is none */
export function identityOf({ cookieSecrets, nsid, chaos, redirectAddresses, ...rules }: AnsweringRules): Identity {
  const transfers = new TransferRights(rules.transfers)
  const updates = new UpdateRights(rules.updates)
  return {
    nsid: nsid === '' ? null : bytesOf(nsid),
    cookies: cookieSecrets.length === 0 ? null : new ServerCookies(cookieSecrets.map((secret) => Buffer.from(secret, 'hex'))),
    chaos: new Map(Object.entries(chaos).map(([name, text]) => [keyOfWire(nameToWire(name)), bytesOf(text)])),
    redirects: new RedirectAddresses(redirectAddresses),
    ...{ transfers, updates },
    primaries: new PrimariesOfZones(rules.primaries),
    keys: new Map([...updates.keys, ...transfers.keys]),
  }
}
