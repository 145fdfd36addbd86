import { noRedirectAddresses, type RedirectAddresses } from '../redirect/redirect-addresses.ts'
import { noPrimaries, type PrimariesOfZones } from '../transfer/primary-rules.ts'
import { noTransferRights, type TransferRights } from '../transfer/transfer-rules.ts'
import { noUpdateRights, type UpdateRights } from '../update/update-rules.ts'
import type { Query } from '../wire/query.ts'
import type { TsigKeys } from '../wire/tsig.ts'
import { isCookieLength, wholeCookieBytes, type ServerCookies } from './server-cookies.ts'

/** What a node tells of itself, and how it knows clients again. */
export type Identity = {
  /** Told to who asks for it (RFC 5001); null: nobody is. */
  readonly nsid: Uint8Array | null
  /** Null: the option is ignored. */
  readonly cookies: ServerCookies | null
  /** Texts of the class CHAOS by the key of their name (RFC 4892); other names of it are refused. */
  readonly chaos: ReadonlyMap<string, Uint8Array>
  /** Where clients of a URL record are led. */
  readonly redirects: RedirectAddresses
  /** Who may have whole zones, and the keys that sign queries. */
  readonly transfers: TransferRights
  /** Whose NOTIFY counts. */
  readonly primaries: PrimariesOfZones
  /** Who may change zones. */
  readonly updates: UpdateRights
  /** Those of both: whoever has a key may sign what it asks. */
  readonly keys: TsigKeys
}

export const withoutIdentity: Identity = {
  nsid: null,
  cookies: null,
  chaos: new Map(),
  redirects: noRedirectAddresses,
  transfers: noTransferRights,
  primaries: noPrimaries,
  updates: noUpdateRights,
  keys: new Map(),
}

const optionNsid = 3
const optionCookie = 10
/** Leaves room for all else in the smallest reply. */
export const longestText = 128

/** EDNS options of one reply beside the client subnet. Filled again for each. */
export class ReplyOptions {
  readonly bytes = Buffer.alloc(4 + longestText + 4 + wholeCookieBytes)
  length = 0
  /** The client has shown a good server cookie. */
  isKnownClient = false
  /** The query has a cookie of a length that none has (RFC 7873 §5.2.2): FORMERR is due. */
  isMalformed = false
  hasCookie = false

  fill(query: Query, packet: Uint8Array, { nsid, cookies }: Identity, client: Uint8Array, nowSeconds: number): void {
    this.length = 0
    this.isKnownClient = false
    this.isMalformed = false
    this.hasCookie = false
    if (nsid !== null && query.asksNsid) {
      this.#begin(optionNsid, nsid.length)
      this.bytes.set(nsid, this.length)
      this.length += nsid.length
    }
    if (cookies === null || query.cookieAt === 0) return
    if (!isCookieLength(query.cookieBytes)) {
      this.isMalformed = true
      return
    }
    this.#begin(optionCookie, wholeCookieBytes)
    this.isKnownClient = cookies.answer(packet, query.cookieAt, query.cookieBytes, client, nowSeconds, this.bytes, this.length)
    this.length += wholeCookieBytes
    this.hasCookie = true
  }

  #begin(option: number, bytes: number): void {
    this.bytes.writeUInt16BE(option, this.length)
    this.bytes.writeUInt16BE(bytes, this.length + 2)
    this.length += 4
  }
}
