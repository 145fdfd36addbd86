import { parseIpv4, parseIpv6 } from '@nameplane/dns-text/addresses'
import { DnsTextError } from '@nameplane/dns-text/errors'
import { hostNameProblem, recordHostProblem } from '@nameplane/dns-text/host-names'
import { isBrokenPunycode } from '@nameplane/dns-text/idn'
import { domainToAscii, relativeHost } from '@nameplane/dns-text/names'
import { canonicalRdata, splitFields } from '@nameplane/dns-text/rdata'
import { isStorableType, printTypeName, recordTypes, typeCodeOf } from '@nameplane/dns-text/record-types'
import { tokeniseValue } from '@nameplane/dns-text/tokens'
import { limits } from '../limits.ts'
import type { ProblemCode } from '../problem-text.ts'
import './record-problems.ts'

/*
 * What can be said of one record by itself. Pure: the server judges with it, the console shows the same before saving.
 * What several records mean together is in record-set-checks.ts.
 */

/** The zone a record is for: lower-case ASCII without the final dot, and the name servers of its service group. */
export type Zone = { readonly name: string; readonly nameservers: readonly string[] }

/** A field of a record as sent. */
export type RecordField = 'host' | 'type' | 'line' | 'value' | 'ttl' | 'weight' | 'priority' | 'remark' | 'status'

/** Something found about a record; errors block, warnings need a tick. */
export type Found = { severity: 'error' | 'warning'; code: ProblemCode; field: RecordField; params: Record<string, unknown> }

/** A record to check, `RecordSent` after its schema. */
export type RecordToCheck = {
  host: string
  type: string
  line: string
  value: string
  ttl: number
  weight?: number | null | undefined
  priority?: number | null | undefined
  remark: string
  status: number
}

/** A record as it is stored: every spelling of one record is the same here. `ttl` in seconds. */
export type CanonicalRecord = { host: string; type: string; line: string; value: string; ttl: number; weight: number | null; remark: string; status: number }

/** `record` is null exactly when an error keeps it from being stored at all. */
export type CheckedRecord = { record: CanonicalRecord | null; found: Found[] }

// The first number of these values orders the records of the set.
const priorityTypes = new Set(['MX', 'SRV', 'HTTPS', 'SVCB', 'URI', 'NAPTR', 'KX', 'NID', 'L32', 'L64', 'LP'])
// One record of a delegation or a policy by chance would be wrong (RFC 1034 §4.2.2, RFC 8659); a single one leaves no choice.
const neverWeighted = new Set(['NS', 'DS', 'DNAME', 'CAA', 'ALIAS', 'URL'])
// Made by a signer for one key and one moment (RFC 4034, RFC 5155); answers here are not signed.
const signerTypes = new Set(['RRSIG', 'NSEC', 'NSEC3', 'NSEC3PARAM', 'DNSKEY'])
// Their value ends with the name they point to.
const targetTypes = new Set(['CNAME', 'MX', 'NS', 'SRV', 'PTR', 'DNAME', 'KX', 'LP', 'AFSDB', 'RP', 'ALIAS'])
const hostTargetTypes = new Set(['MX', 'NS', 'SRV', 'KX', 'AFSDB'])
const hostTypes = new Set(['A', 'AAAA', 'MX', 'ALIAS', 'URL'])
// Where the words of a value are names.
const namesAt = new Map<string, number[]>(
  recordTypes.map(({ mnemonic, fields }) => [mnemonic, fields.flatMap(({ kind }, index) => (kind === 'name' ? [index] : []))]),
)

/** Preference, priority (SRV, HTTPS, SVCB, URI) or order (NAPTR) out of a canonical value; null for other types. */
export function priorityOf(type: string, value: string): number | null {
  if (!priorityTypes.has(type)) return null
  const number = /^\d+/.exec(value)
  return number === null ? null : Number(number[0])
}

/** The absolute name, lower case with final dot, that a canonical value ends with; null for types that point nowhere. */
export function targetOf(type: string, value: string): string | null {
  return targetTypes.has(type) ? value.slice(value.lastIndexOf(' ') + 1).toLowerCase() : null
}

/** The names of one label in a canonical value, with their final dot: nearly always the host of a zone, written as in its file. */
function singleLabelsIn(type: string, value: string): string[] {
  const places = namesAt.get(type) ?? []
  if (places.length === 0 || !/(?:^| )[^ .]+\.(?: |$)/.test(value)) return []
  const words = tokeniseValue(value).texts
  return places.flatMap((place) => (/^[^.]+\.$/.test(words[place] ?? '') ? [words[place]!] : []))
}

/** A host of `zone` as an absolute name with its final dot. */
export function absoluteHost(host: string, zone: string): string {
  return host === '@' ? `${zone}.` : `${host}.${zone}.`
}

// Lower-case names without anything to judge, which nearly all are.
const plainHost = /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const finalDot = /[.。．｡]$/u

function canonicalHost(sent: string, zone: string): string {
  if (sent === '' || sent === '@') return '@'
  if (finalDot.test(sent)) return relativeHost(domainToAscii(sent).toLowerCase(), `${zone}.`)
  const star = sent.startsWith('*.') ? '*.' : ''
  return star + domainToAscii(sent.slice(star.length)).toLowerCase()
}

/**
 * The owner of a record as typed, in any case, in Unicode, or absolute with a final dot, to the host part as it is stored:
 * `@` for the domain itself (also when empty). RFC 1035 §2.3, RFC 2317, RFC 4592 §2.1.1, RFC 5891, RFC 8552.
 */
export function checkHost(sent: string, zone: string): { host: string; found: Found[] } {
  const found: Found[] = []
  let host = sent
  try {
    host = plainHost.test(sent) ? sent : canonicalHost(sent, zone)
    if (!plainHost.test(host) || host.length + zone.length > 251) {
      const problem = recordHostProblem(host, zone)
      if (problem) throw problem
    }
  } catch (error) {
    found.push(foundBy(error, 'host'))
  }
  const broken = brokenLabelOf(host)
  if (broken !== undefined && found.length === 0) found.push({ severity: 'error', code: 'idn_bad_punycode', field: 'host', params: { label: broken } })
  if (host === zone || host.endsWith(`.${zone}`)) {
    const params = { name: absoluteHost(host, zone), host: host === zone ? '@' : host.slice(0, -zone.length - 1) }
    found.push({ severity: 'warning', code: 'host_repeats_zone', field: 'host', params })
  }
  // Only the leftmost label is one (RFC 4592 §2.1.1); whoever types another asterisk may mean a wildcard.
  if (host.includes('.*')) found.push({ severity: 'warning', code: 'asterisk_inside', field: 'host', params: { name: absoluteHost(host, zone) } })
  return { host, found }
}

/** The label of a name that is marked as internationalised and decodes to nothing. */
function brokenLabelOf(name: string): string | undefined {
  return name.includes('xn--') ? name.split('.').find(isBrokenPunycode) : undefined
}

function foundBy(error: unknown, field: RecordField): Found {
  if (!(error instanceof DnsTextError)) throw error
  return { severity: 'error', code: error.code, field, params: { ...error.params } }
}

/** Names in a value may be written in Unicode; only then are its words outside quotes looked at again. */
function parseValue(type: string, value: string): string {
  try {
    return canonicalRdata(type, value)
  } catch (error) {
    if (!(error instanceof DnsTextError) || error.code !== 'name_not_ascii') throw error
    const ascii = value.replace(/"(?:[^"\\]|\\.)*"|[^\s"]+/gu, (word) => (word.startsWith('"') || /^[\x20-\x7e]*$/.test(word) ? word : domainToAscii(word)))
    return canonicalRdata(type, ascii)
  }
}

type Valued = { value: string | null; found: Found[] }

/** `priority` stands for the value's first number where the value lacks it; where both are there they must agree. */
function checkValue(type: string, sent: RecordToCheck): Valued {
  const priority = sent.priority ?? null
  if (priority !== null && !priorityTypes.has(type)) return refusedValue('priority_not_used', 'priority', { type })
  try {
    const value = parseValue(type, sent.value)
    const actual = priorityOf(type, value)
    if (priority !== null && actual !== priority) return refusedValue('priority_conflict', 'priority', { priority, actual })
    return { value, found: [] }
  } catch (error) {
    const refused = { value: null, found: [foundBy(error, 'value')] }
    if (priority === null) return refused
    try {
      return { value: parseValue(type, `${priority} ${sent.value}`), found: [] }
    } catch (second) {
      // A value that begins with a number was meant to be whole.
      return /^\d+\s/.test(sent.value) ? refused : { value: null, found: [foundBy(second, 'value')] }
    }
  }
}

function refusedValue(code: ProblemCode, field: RecordField, params: Record<string, unknown>): Valued {
  return { value: null, found: [{ severity: 'error', code, field, params }] }
}

/**
 * Everything that is wrong, or worth a second thought, about one record by itself; and the record in its stored form.
 * Takes about 5 µs. Never throws for what was sent.
 * @param written `canonical` when the value has been read already, as the reader of zone files does: it is not read again
 */
export function checkRecord(sent: RecordToCheck, zone: Zone, written: 'typed' | 'canonical' = 'typed'): CheckedRecord {
  const { host, found } = checkHost(sent.host, zone.name)
  const error = (code: ProblemCode, field: RecordField, params: Record<string, unknown> = {}): void =>
    void found.push({ severity: 'error', code, field, params })
  const warning = (code: ProblemCode, field: RecordField, params: Record<string, unknown> = {}): void =>
    void found.push({ severity: 'warning', code, field, params })

  const { min, max } = limits.recordTtlSeconds
  if (sent.ttl < min) error('number_too_small', 'ttl', { minimum: min })
  if (sent.ttl > max) error('number_too_big', 'ttl', { maximum: max })
  if (sent.ttl === 0) warning('ttl_zero', 'ttl')

  const typeCode = typeCodeOf(sent.type)
  if (typeCode === undefined) {
    error('unknown_type', 'type', { type: sent.type })
    return { record: null, found }
  }
  const type = printTypeName(typeCode)
  if (!isStorableType(typeCode)) error('type_not_storable', 'type', { type })
  else if (type === 'SOA') error('soa_locked', 'type')
  else if (signerTypes.has(type)) error('dnssec_type_locked', 'type', { type })
  else if (host === '@' && type === 'NS') error('apex_ns_locked', 'type', { nameservers: zone.nameservers.join(' ') })
  else if (host === '@' && type === 'CNAME') error('cname_at_apex', 'type')
  else if (host === '@' && type === 'DS') error('ds_at_apex', 'type')
  else if (host.startsWith('*') && type === 'NS') error('wildcard_ns', 'type')
  else if (host.startsWith('*') && type === 'DNAME') error('wildcard_dname', 'type')
  if (found.some((one) => one.field === 'type')) return { record: null, found }

  const { value, found: foundInValue }: Valued = written === 'canonical' ? { value: sent.value, found: [] } : checkValue(type, sent)
  found.push(...foundInValue)
  if (sent.weight != null && neverWeighted.has(type)) error('weight_not_used', 'weight', { type })
  if (hostTypes.has(type) && /[_+/]/.test(host)) warning('underscore_host', 'host')
  if (value === null) return { record: null, found }
  checkMeaning(type, value, absoluteHost(host, zone.name), error, warning)
  for (const target of singleLabelsIn(type, value)) warning('target_single_label', 'value', { target, name: `${target}${zone.name}` })
  if (type === 'TXT' && isCutAtSpaces(sent.value)) warning('text_in_pieces', 'value')
  if (found.some((one) => one.severity === 'error')) return { record: null, found }
  return { record: { host, type, line: sent.line, value, ttl: sent.ttl, weight: sent.weight ?? null, remark: sent.remark, status: sent.status }, found }
}

type Report = (code: ProblemCode, field: RecordField, params?: Record<string, unknown>) => void

/** What a well-formed value means. */
function checkMeaning(type: string, value: string, owner: string, error: Report, warning: Report): void {
  if ((type === 'A' || type === 'AAAA') && isSpecialAddress(value)) warning('private_address', 'value', { address: value })
  if (type === 'TXT' && lineBreak.test(value)) warning('text_line_break', 'value')
  if (type === 'DS') checkDigestType(value, error, warning)
  if (type === 'URL' && redirectHost(value) === owner) error('url_to_itself', 'value')
  const target = targetOf(type, value)
  if (type === 'NS' && target === '.') error('ns_root', 'value')
  if (target === null || target === '.') return
  const broken = brokenLabelOf(target)
  if (broken !== undefined) warning('idn_bad_punycode', 'value', { label: broken })
  if (/^(?:\d+\.){4}$/.test(target)) error('target_is_address', 'value', { target: target.slice(0, -1) })
  else if (hostTargetTypes.has(type) && hostNameProblem(target)) warning('target_not_a_host', 'value', { target })
  if (type === 'CNAME' && target === owner) error('cname_to_itself', 'value')
  if (type === 'ALIAS' && target === owner) error('alias_to_itself', 'value')
  if (type === 'DNAME' && (target === owner || target.endsWith(`.${owner}`))) error('dname_to_itself', 'value')
}

/** The host that a canonical URL record leads to, as an absolute name. */
function redirectHost(value: string): string {
  const { hostname } = new URL(splitFields('URL', value)['target']!)
  return hostname.endsWith('.') ? hostname : `${hostname}.`
}

// LF or CR of a canonical text; a backslash of the text itself stands there twice.
const lineBreak = /(?<!\\)(?:\\\\)*\\01[03]/

/** Digests of types 1 to 6 have been measured when the value was read (IANA "Digest Algorithms"). */
function checkDigestType(value: string, error: Report, warning: Report): void {
  const digestType = Number(value.split(' ')[2])
  if (digestType === 0) error('digest_type_reserved', 'value')
  else if (digestType > 6) warning('digest_type_unknown', 'value', { digestType })
}

function isCutAtSpaces(value: string): boolean {
  if (value.includes('"') || !/\s/.test(value.trim()) || value.trim().startsWith('\\#')) return false
  return tokeniseValue(value).texts.length > 1
}

/**
 * Addresses that the internet cannot reach (RFC 1918, RFC 6598, RFC 4193, RFC 3927, RFC 4291 and the other blocks of RFC 6890).
 * Blocks for documentation (RFC 5737, RFC 3849) are not among them: nobody uses them by mistake.
 */
export function isSpecialAddress(address: string): boolean {
  if (address.includes(':')) {
    const bytes = parseIpv6(address)
    const [first, second] = [bytes[0]!, bytes[1]!]
    const startsZero = bytes.subarray(0, 10).every((octet) => octet === 0)
    return first === 0xff || (first & 0xfe) === 0xfc || (first === 0xfe && (second & 0xc0) === 0x80) || startsZero
  }
  const [first, second] = parseIpv4(address) as unknown as [number, number]
  if (first === 0 || first === 10 || first === 127 || first >= 224) return true
  if (first === 100) return second >= 64 && second <= 127
  if (first === 172) return second >= 16 && second <= 31
  return (first === 169 && second === 254) || (first === 192 && second === 168) || (first === 198 && (second === 18 || second === 19))
}
