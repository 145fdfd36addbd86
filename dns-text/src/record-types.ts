import { DnsTextError } from './errors.ts'
import { furtherMnemonics, furtherTypes } from './further-types.ts'
import { platformMnemonics, platformTypes } from './platform-types.ts'
import type { Field, RecordTypeRow } from './record-type.ts'
import { certificateFields, delegationFields, keyFields } from './shared-fields.ts'

export type { Field } from './record-type.ts'

// oxfmt-ignore
export const recordMnemonics = [
  'A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SOA', 'SRV', 'CAA', 'PTR', 'HTTPS', 'SVCB', 'TLSA', 'SSHFP', 'NAPTR', 'DS',
  'DNAME', 'LOC', 'URI', 'DNSKEY', 'SPF', ...furtherMnemonics, ...platformMnemonics,
] as const

export type RecordMnemonic = (typeof recordMnemonics)[number]
export type RecordType = RecordTypeRow<RecordMnemonic>

const serviceFields: readonly Field[] = [
  { name: 'priority', kind: 'uint16' },
  { name: 'target', kind: 'name' },
  { name: 'params', kind: 'svc-params', optional: true },
]

const weighted: readonly Field[] = [
  { name: 'priority', kind: 'uint16' },
  { name: 'weight', kind: 'uint16' },
]

const many = { singleton: false, userEditable: true }

/** The one table of record types: the record form, the server's checks, zone files and the tests all read it. */
// oxfmt-ignore
export const recordTypes: readonly RecordType[] = [
  {
    mnemonic: 'A', code: 1, rfc: 'RFC 1035 §3.4.1', example: '192.0.2.1', ...many,
    fields: [{ name: 'address', kind: 'ipv4' }],
  },
  {
    mnemonic: 'AAAA', code: 28, rfc: 'RFC 3596 §2', example: '2001:db8::1', ...many,
    fields: [{ name: 'address', kind: 'ipv6' }],
  },
  {
    mnemonic: 'CNAME', code: 5, rfc: 'RFC 1035 §3.3.1', example: 'www.example.com.', singleton: true, userEditable: true,
    fields: [{ name: 'target', kind: 'name' }],
    targetField: 'target',
  },
  {
    mnemonic: 'MX', code: 15, rfc: 'RFC 1035 §3.3.9, RFC 7505', example: '10 mail.example.com.', ...many,
    fields: [{ name: 'preference', kind: 'uint16' }, { name: 'exchange', kind: 'name' }],
    targetField: 'exchange',
  },
  {
    mnemonic: 'TXT', code: 16, rfc: 'RFC 1035 §3.3.14', example: '"v=spf1 mx -all"', ...many,
    fields: [{ name: 'text', kind: 'texts' }],
  },
  {
    mnemonic: 'NS', code: 2, rfc: 'RFC 1035 §3.3.11', example: 'ns1.example.com.', ...many,
    fields: [{ name: 'host', kind: 'name' }],
    targetField: 'host',
  },
  {
    mnemonic: 'SOA', code: 6, rfc: 'RFC 1035 §3.3.13, RFC 2308', singleton: true, userEditable: false,
    example: 'ns1.example.com. hostmaster.example.com. 2026010101 3600 900 1209600 300',
    fields: [
      { name: 'mname', kind: 'name' },
      { name: 'rname', kind: 'name' },
      { name: 'serial', kind: 'uint32' },
      { name: 'refresh', kind: 'seconds' },
      { name: 'retry', kind: 'seconds' },
      { name: 'expire', kind: 'seconds' },
      { name: 'minimum', kind: 'seconds' },
    ],
  },
  {
    mnemonic: 'SRV', code: 33, rfc: 'RFC 2782', example: '10 60 5060 sip.example.com.', ...many,
    fields: [...weighted, { name: 'port', kind: 'uint16' }, { name: 'target', kind: 'name' }],
    targetField: 'target',
  },
  {
    mnemonic: 'CAA', code: 257, rfc: 'RFC 8659 §4.1', example: '0 issue "ca.example.net"', ...many,
    fields: [
      { name: 'flags', kind: 'uint8', options: [{ value: '0', label: 'non-critical' }, { value: '128', label: 'critical' }] },
      {
        name: 'tag', kind: 'caa-tag',
        options: ['issue', 'issuewild', 'iodef', 'issuemail', 'issuevmc', 'contactemail', 'contactphone'].map((tag) => ({
          value: tag,
          label: tag,
        })),
      },
      { name: 'value', kind: 'long-text', mayBeEmpty: true },
    ],
  },
  {
    mnemonic: 'PTR', code: 12, rfc: 'RFC 1035 §3.3.12', example: 'host.example.com.', ...many,
    fields: [{ name: 'host', kind: 'name' }],
    targetField: 'host',
  },
  {
    mnemonic: 'HTTPS', code: 65, rfc: 'RFC 9460 §9', example: '1 . alpn="h2,h3" ipv4hint=192.0.2.1', ...many,
    fields: serviceFields,
    targetField: 'target',
  },
  {
    mnemonic: 'SVCB', code: 64, rfc: 'RFC 9460 §2', example: '1 svc.example.com. alpn="h2" port=8443', ...many,
    fields: serviceFields,
    targetField: 'target',
  },
  {
    mnemonic: 'TLSA', code: 52, rfc: 'RFC 6698 §2.1, RFC 7218', ...many,
    example: '3 1 1 0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF',
    fields: certificateFields,
  },
  {
    mnemonic: 'SSHFP', code: 44, rfc: 'RFC 4255 §3.1, RFC 6594, RFC 7479, RFC 8709', ...many,
    example: '4 2 0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF',
    fields: [
      {
        name: 'algorithm', kind: 'uint8',
        options: [
          { value: '1', label: 'RSA' },
          { value: '2', label: 'DSA' },
          { value: '3', label: 'ECDSA' },
          { value: '4', label: 'Ed25519' },
          { value: '6', label: 'Ed448' },
        ],
      },
      {
        name: 'fingerprintType', kind: 'uint8',
        options: [{ value: '1', label: 'SHA-1' }, { value: '2', label: 'SHA-256' }],
      },
      { name: 'fingerprint', kind: 'hex', lengthBy: { field: 'fingerprintType', bytes: { 1: 20, 2: 32 } } },
    ],
  },
  {
    mnemonic: 'NAPTR', code: 35, rfc: 'RFC 3403 §4.1', ...many,
    example: '100 10 "u" "E2U+sip" "!^.*$!sip:help@example.com!" .',
    fields: [
      { name: 'order', kind: 'uint16' },
      { name: 'preference', kind: 'uint16' },
      { name: 'flags', kind: 'text', mayBeEmpty: true },
      { name: 'services', kind: 'text', mayBeEmpty: true },
      { name: 'regexp', kind: 'naptr-regexp', mayBeEmpty: true },
      { name: 'replacement', kind: 'name', rootUnlessEmpty: 'regexp' },
    ],
    targetField: 'replacement',
  },
  {
    mnemonic: 'DS', code: 43, rfc: 'RFC 4034 §5, RFC 4509, RFC 6605', ...many,
    example: '12345 13 2 0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF',
    fields: delegationFields,
  },
  {
    mnemonic: 'DNAME', code: 39, rfc: 'RFC 6672 §2', example: 'example.net.', singleton: true, userEditable: true,
    fields: [{ name: 'target', kind: 'name' }],
    targetField: 'target',
  },
  {
    mnemonic: 'LOC', code: 29, rfc: 'RFC 1876', example: '31 13 50.000 N 121 28 25.000 E 10.00m 1m 10000m 10m', ...many,
    fields: [{ name: 'location', kind: 'location' }],
  },
  {
    mnemonic: 'URI', code: 256, rfc: 'RFC 7553 §4', example: '10 1 "https://www.example.com/"', ...many,
    fields: [...weighted, { name: 'target', kind: 'long-text' }],
  },
  {
    mnemonic: 'DNSKEY', code: 48, rfc: 'RFC 4034 §2', singleton: false, userEditable: false,
    example: '257 3 15 l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=',
    fields: keyFields,
  },
  {
    mnemonic: 'SPF', code: 99, rfc: 'RFC 4408 §3.1.1 (obsoleted by RFC 7208)', example: '"v=spf1 mx -all"', singleton: false,
    userEditable: false,
    fields: [{ name: 'text', kind: 'texts' }],
  },
  ...furtherTypes,
  ...platformTypes,
]

const byMnemonic = new Map<string, RecordType>(recordTypes.map((type) => [type.mnemonic, type]))
const byCode = new Map<number, RecordType>(recordTypes.map((type) => [type.code, type]))

// IANA "Resource Record (RR) TYPEs": names without a row of their own, so that they are read and printed as what they are.
// oxfmt-ignore
const otherTypeCodes: Readonly<Record<string, number>> = {
  MD: 3, MF: 4, MB: 7, MG: 8, MR: 9, NULL: 10, WKS: 11, MINFO: 14, X25: 19, ISDN: 20, RT: 21, NSAP: 22, SIG: 24, KEY: 25,
  PX: 26, GPOS: 27, NXT: 30, A6: 38, OPT: 41, RRSIG: 46, NSEC: 47, NSEC3: 50, NSEC3PARAM: 51, TKEY: 249, TSIG: 250,
  IXFR: 251, AXFR: 252, MAILB: 253, MAILA: 254, ANY: 255, AVC: 258, TA: 32768, DLV: 32769,
}
const otherTypeNames = new Map(Object.entries(otherTypeCodes).map(([name, code]) => [code, name]))

/** The row of a type by its name in any case (`mx`, `TYPE15`); undefined when the table has none. */
export function typeByMnemonic(mnemonic: string): RecordType | undefined {
  const direct = byMnemonic.get(mnemonic) ?? byMnemonic.get(mnemonic.toUpperCase())
  if (direct !== undefined) return direct
  const code = typeCodeOf(mnemonic)
  return code === undefined ? undefined : byCode.get(code)
}

/** The row of a type by its number; undefined when the table has none. */
export function typeByCode(code: number): RecordType | undefined {
  return byCode.get(code)
}

/** Is this a type that only the platform has, and that no answer holds? */
export function isPlatformType(code: number): boolean {
  return byCode.get(code)?.isPlatformType === true
}

/** The number of a type name, known or `TYPEnnn` (RFC 3597 §5); undefined when it is no type name. */
export function typeCodeOf(name: string): number | undefined {
  const upper = name.toUpperCase()
  const known = byMnemonic.get(upper)?.code
  if (known !== undefined) return known
  if (Object.hasOwn(otherTypeCodes, upper)) return otherTypeCodes[upper]
  const digits = /^TYPE(0|[1-9]\d{0,4})$/.exec(upper)?.[1]
  const code = digits === undefined ? 65536 : Number(digits)
  return code > 65535 ? undefined : code
}

/** The number of a type name as typeCodeOf; throws unknown_type. */
export function parseTypeName(name: string): number {
  const code = typeCodeOf(name)
  if (code === undefined) throw new DnsTextError('unknown_type', { type: name })
  return code
}

/** The name of a type number: its mnemonic, or `TYPEnnn` (RFC 3597 §5). */
export function printTypeName(code: number): string {
  return byCode.get(code)?.mnemonic ?? otherTypeNames.get(code) ?? `TYPE${code}`
}

/** Meta and question types are never stored in a zone (RFC 6895 §3.1): 0, OPT, 128–255. */
export function isStorableType(code: number): boolean {
  return code !== 0 && code !== 41 && !(code >= 128 && code <= 255)
}
