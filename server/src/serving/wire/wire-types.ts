/** Numbers of the record types and codes the serving rules name (IANA DNS parameters). All other types are carried, not understood. */
export const TYPE = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DNAME: 39,
  OPT: 41,
  DS: 43,
  SVCB: 64,
  HTTPS: 65,
  TSIG: 250,
  IXFR: 251,
  AXFR: 252,
  ANY: 255,
  /** Of the platform alone, see dns-text's platform types: never in an answer. */
  ALIAS: 65401,
  URL: 65402,
} as const

export const CLASS = { IN: 1, CH: 3, NONE: 254, ANY: 255 } as const

/** RFC 1035 §4.1.1, RFC 2136 §2.2, RFC 6891 §9, RFC 7873 §8. */
export const RCODE = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
  YXDOMAIN: 6,
  YXRRSET: 7,
  NXRRSET: 8,
  NOTAUTH: 9,
  NOTZONE: 10,
  BADVERS: 16,
  BADCOOKIE: 23,
} as const

export const OPCODE = { QUERY: 0, NOTIFY: 4, UPDATE: 5 } as const

/**
 * Where, in the rdata of `type`, a name begins that may be compressed; -1 when there is none.
 * Only the types of RFC 1035 may be compressed (RFC 3597 §4).
 */
export function compressibleNameAt(type: number): number {
  switch (type) {
    case TYPE.NS:
    case TYPE.CNAME:
    case TYPE.SOA:
    case TYPE.PTR:
      return 0
    case TYPE.MX:
      return 2
    default:
      return -1
  }
}

/** Where, in the rdata of `type`, the host name begins whose addresses help the asker; -1 when there is none. */
export function hostNameAt(type: number): number {
  switch (type) {
    case TYPE.NS:
      return 0
    case TYPE.MX:
    case TYPE.SVCB:
    case TYPE.HTTPS:
      return 2
    case TYPE.SRV:
      return 6
    default:
      return -1
  }
}
