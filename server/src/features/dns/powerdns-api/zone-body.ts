import type { PowerdnsFields, SentSet } from '@nameplane/contract/dns/powerdns-api'
import { checkHost } from '@nameplane/contract/dns/record-checks'
import { limits } from '@nameplane/contract/limits'
import { problemText } from '@nameplane/contract/problems'
import { isSubdomain } from '@nameplane/dns-text/names'
import { DnsTextError } from '@nameplane/dns-text/errors'
import { parseRdata } from '@nameplane/dns-text/rdata'
import { ForeignProblem } from '../../../http/foreign-api.ts'
import type { SetChange, SetsRefused } from '../record/record-sets.service.ts'
import type { LockedRow } from '../record/record.store.ts'
import { isForeignType } from './powerdns-api.store.ts'

/* What other programs send, as changes of record sets. Every refusal names the set, and the value if there is one. */

const refused = (text: string): ForeignProblem => new ForeignProblem('records_refused', text)

/** A set of a request, and the change that it asks for; null where it asks for what is served anyway. */
export type AskedSet = { sent: SentSet; change: SetChange | null }

/**
 * Reads the sets of a request for a zone, without its final dot, whose SOA and NS are `locked`. @throws ForeignProblem
 */
export function askedSets(zone: string, sets: readonly SentSet[], locked: readonly LockedRow[]): AskedSet[] {
  const total = sets.reduce((sum, { records }) => sum + (records?.length ?? 0), 0)
  if (total > limits.recordChanges) throw refused(problemText('too_many_entries', 'en', { maximum: limits.recordChanges }))
  const seen = new Set<string>()
  return sets.map((sent) => {
    const change = changeOf(zone, sent)
    const key = `${change.host} ${change.type} ${sent.changetype ?? ''}`
    if (seen.has(key)) throw refused(`${labelOf(sent)}: the same set is in the request twice`)
    seen.add(key)
    const isFixed = change.host === '@' && (change.type === 'SOA' || change.type === 'NS')
    if (!isFixed) return { sent, change }
    requireAsServed(sent, change, locked)
    return { sent, change: null }
  })
}

function labelOf({ name, type }: SentSet): string {
  return `${name} ${type}`
}

const ways = { REPLACE: 'replace', DELETE: 'replace', EXTEND: 'extend', PRUNE: 'prune' } as const

function changeOf(zone: string, sent: SentSet): SetChange {
  const label = labelOf(sent)
  const asked = (sent.changetype ?? 'REPLACE').toUpperCase()
  const how = asked === 'REPLACE' || asked === 'DELETE' || asked === 'EXTEND' || asked === 'PRUNE' ? ways[asked] : null
  if (how === null) throw refused(`${label}: changetype must be REPLACE, DELETE, EXTEND or PRUNE, not ${sent.changetype}`)
  const type = sent.type.toUpperCase()
  if (!isForeignType(type)) throw refused(`${label}: ${problemText('unknown_type', 'en', { type: sent.type })}`)
  const host = hostOf(zone, sent)
  const common = { host, type, how, ttl: sent.ttl ?? null } as const
  if (asked === 'DELETE') return { ...common, values: [], remarks: [] }
  const remarks = sent.comments?.map(({ content }) => content).filter((content) => content !== '') ?? null
  if (!sent.records) {
    if (how !== 'replace' || remarks === null) throw refused(`${label}: records are required`)
    return { ...common, values: null, remarks }
  }
  if (how === 'replace' && sent.records.length > 0 && common.ttl === null) throw refused(`${label}: ttl is required`)
  for (const { content } of sent.records) requireAbsolute(label, type, content)
  return { ...common, values: sent.records.map(({ content, disabled }) => ({ value: content.trim(), status: disabled === true ? 0 : 1 })), remarks }
}

/** `10 mail` is a host of the zone to its writer, and a top-level domain to us. PowerDNS takes neither. */
function requireAbsolute(label: string, type: string, content: string): void {
  const below = (origin: string): string => parseRdata(type, content, { origin }).text
  try {
    if (below('one.') === below('other.')) return
  } catch (cause) {
    // What it cannot be is said with all that is wrong with the records.
    if (cause instanceof DnsTextError) return
    throw cause
  }
  throw refused(`${label} ${content}: names must be absolute, with a final dot`)
}

function hostOf(zone: string, sent: SentSet): string {
  const label = labelOf(sent)
  if (!sent.name.endsWith('.')) throw refused(`${label}: the name must be absolute, with a final dot`)
  try {
    if (!isSubdomain(sent.name, `${zone}.`)) throw refused(`${label}: the name is not in the zone ${zone}.`)
  } catch (cause) {
    if (!(cause instanceof DnsTextError)) throw cause
    throw refused(`${label}: ${problemText(cause.code, 'en', cause.params)}`)
  }
  const { host, found } = checkHost(sent.name, zone)
  const error = found.find(({ severity }) => severity === 'error')
  if (error) throw refused(`${label}: ${problemText(error.code, 'en', error.params)}`)
  return host
}

/** SOA and NS of the apex come from the settings of the domain: only what is served may be sent. The serial is not compared. */
function requireAsServed(sent: SentSet, { type, values, how, ttl }: SetChange, locked: readonly LockedRow[]): void {
  const served = locked.filter((row) => row.type === type)
  const comparable = (value: string): string => {
    const text = value.toLowerCase().replaceAll(/\s+/g, ' ')
    return type === 'SOA' ? text.replace(/^(\S+ \S+) \d+/, '$1') : text
  }
  const wanted = new Set(values?.map(({ value }) => comparable(value)))
  const isSame =
    how === 'replace' &&
    wanted.size === served.length &&
    served.every(({ value }) => wanted.has(comparable(value))) &&
    values!.every(({ status }) => status === 1) &&
    ttl === served[0]?.ttl
  if (isSame) return
  const lines = served.map((row) => `${row.ttl} ${row.value}`).join(', ')
  throw refused(`${labelOf(sent)}: comes from the settings of the domain and cannot be changed here. Served: ${lines}`)
}

/** The answer to sets that were refused: each with its reason. */
export function refusalOfSets(sets: readonly AskedSet[], { faults }: SetsRefused): ForeignProblem {
  const asked = sets.filter(({ change }) => change !== null)
  const texts = faults.map(({ set, value, finding }) => {
    const label = labelOf(asked[set]!.sent)
    const { code, params } = finding
    return `${value === null ? label : `${label} ${value}`}: ${problemText(code, 'en', params)}`
  })
  const shown = [...new Set(texts)].slice(0, 20)
  return refused(shown.length < texts.length ? `${shown.join('; ')} …` : shown.join('; '))
}

const ownKinds: ReadonlySet<string> = new Set(['native', 'master', 'primary'])

/** Refuses fields of a zone that would have to do something which the platform does not do. @throws ForeignProblem */
export function requireOwnZone({ kind, masters, dnssec, presigned, catalog, zone }: PowerdnsFields): void {
  if (kind && !ownKinds.has(kind.toLowerCase())) throw refused(`kind ${kind}: zones are edited here, none is copied from elsewhere. Use Native.`)
  if (masters && masters.length > 0) throw refused('masters: zones are edited here, none is copied from elsewhere')
  if (dnssec === true || presigned === true) throw refused('dnssec: zones are not signed')
  if (catalog) throw refused('catalog: catalog zones are not supported')
  if (zone) throw refused('zone: send rrsets, or import the zone file in the console')
}

/** Name servers come from the settings of the domain. @throws ForeignProblem */
export function requireOwnNameservers(nameservers: readonly string[] | null | undefined, locked: readonly LockedRow[]): void {
  if (!nameservers || nameservers.length === 0) return
  const served = locked.filter(({ type }) => type === 'NS').map(({ value }) => value.toLowerCase())
  const wanted = new Set(nameservers.map((name) => name.toLowerCase()))
  if (wanted.size !== served.length || !served.every((name) => wanted.has(name)))
    throw refused(`nameservers: come from the settings of the domain: ${served.join(' ')}`)
}
