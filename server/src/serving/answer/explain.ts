import { printAddress } from '@nameplane/dns-text/addresses'
import { nameToWire } from '@nameplane/dns-text/names'
import { printRdata } from '@nameplane/dns-text/rdata'
import { printTypeName, typeCodeOf } from '@nameplane/dns-text/record-types'
import type { LineMatch, LineTable } from '../lines/line-table.ts'
import { tableFor } from '../lines/zone-lines.ts'
import { maxCnames } from './resolve.ts'
import { rdataOffset, type CompiledZone, type LineRecords, type Rdata, type ZoneNode } from '../zone/rrset.ts'
import { answerShares, chooseSet, isSameSet, visibleCname, visibleRedirect } from './selection.ts'
import type { RedirectAddresses } from '../redirect/redirect-addresses.ts'
import { locate, type Place } from './walk.ts'
import { emptyNameKey, keyIsWithin, readNameKey, textOfKey, type NameKey } from '../wire/wire-key.ts'
import { TYPE } from '../wire/wire-types.ts'
import type { ZoneTable } from '../zone/zone-table.ts'

export type Explaining = {
  readonly zones: ZoneTable
  readonly lines: LineTable
  readonly redirects: RedirectAddresses
  readonly name: string
  readonly type: string
  readonly clientAddress: Uint8Array
  /** Of the client's network; the whole address when it is asked for one client. */
  readonly prefixLength: number
}

/**
 * Why a record is or is not in the answer:
 * `taken`; `taken_by_weight` with its share of the answers; `weight_is_zero`; `other_line` the client is not on that line;
 * `less_specific_line` a line before it in the chain has records; `hidden_by_cname`, `hides_no_others` a CNAME behind more specific
 * records of the name; `one_set_for_any` ANY is answered with another set (RFC 8482); `redirect_without_address` a URL record is taken,
 * and the redirect service has no address of the asked type.
 */
export type CandidateReason =
  | 'taken'
  | 'taken_by_weight'
  | 'weight_is_zero'
  | 'other_line'
  | 'less_specific_line'
  | 'hidden_by_cname'
  | 'hides_no_others'
  | 'one_set_for_any'
  | 'redirect_without_address'

/** A record of the asked type, a CNAME, or for an address a URL record, at the name that was reached. */
export type Candidate = {
  readonly recordId: number | null
  readonly type: string
  readonly line: string
  readonly value: string
  readonly ttlSeconds: number
  /** Null when the set is answered whole. */
  readonly weight: number | null
  readonly taken: boolean
  /** Of the answers it is in, 0 to 1. */
  readonly share: number
  readonly reason: CandidateReason
}

/** One name on the way. `probability` that an answer comes this way; it is less than 1 behind a weighted CNAME. */
export type ExplainedStep = {
  readonly name: string
  readonly outcome: 'records' | 'cname' | 'dname' | 'delegation' | 'no_such_type' | 'no_such_name' | 'left_zone' | 'chain_too_long'
  /** The name that owns what was found: the wildcard, the cut, the DNAME, or the name itself. */
  readonly owner: string
  readonly wildcard: boolean
  readonly probability: number
  readonly candidates: readonly Candidate[]
}

export type ExplainedRecord = {
  readonly name: string
  readonly type: string
  readonly line: string
  readonly value: string
  readonly ttlSeconds: number
  readonly recordId: number | null
  /** That one answer holds this record. */
  readonly probability: number
}

export type Explanation = {
  readonly client: {
    readonly address: string
    readonly prefixLength: number
    readonly segment: { readonly first: string; readonly last: string; readonly source: string } | null
    readonly line: string
    readonly chain: readonly string[]
    readonly scope: number
  }
  /** Null: none of our zones holds the name, and the node refuses. */
  readonly zone: {
    readonly name: string
    readonly domainId: number
    readonly serial: number
    /** Nothing of it is answered. */
    readonly isExpired: boolean
  } | null
  readonly steps: readonly ExplainedStep[]
  readonly answer: readonly ExplainedRecord[]
}

/** Beyond so many steps (weighted CNAMEs to weighted CNAMEs) the rest is left untold. */
const maxSteps = 64

type Telling = {
  readonly zone: CompiledZone
  readonly type: number
  readonly match: LineMatch
  readonly redirects: RedirectAddresses
  readonly steps: ExplainedStep[]
  readonly answer: ExplainedRecord[]
}

/**
 * Tells how the node comes to its answer, by the same functions that the node answers with.
 * @throws DnsTextError for a name that is none, RangeError for a type that is none
 */
export function explainAnswer(asked: Explaining): Explanation {
  const type = typeCodeOf(asked.type)
  if (type === undefined) throw new RangeError(`not a type: ${asked.type}`)
  const name = emptyNameKey()
  readNameKey(asked.name === '' ? new Uint8Array(1) : nameToWire(asked.name), 0, name)
  let zone = asked.zones.find(name)
  if (zone !== undefined && type === TYPE.DS && zone.key === name.key && name.labels > 0) zone = asked.zones.find(name, 1) ?? zone
  const match = (zone === undefined ? asked.lines : tableFor(zone, asked.lines)).match(asked.clientAddress, asked.prefixLength)
  const { segment } = match
  const steps: ExplainedStep[] = []
  const answer: ExplainedRecord[] = []
  if (zone !== undefined && zone.isExpired !== true) tell({ zone, type, match, redirects: asked.redirects, steps, answer }, name, 1, [])
  return {
    client: {
      address: printAddress(asked.clientAddress),
      prefixLength: asked.prefixLength,
      segment: segment === null ? null : { first: printAddress(segment.first), last: printAddress(segment.last), source: segment.source },
      line: match.chain[0] as string,
      chain: match.chain,
      scope: match.scope,
    },
    zone: zone === undefined ? null : { name: zone.name, domainId: zone.domainId, serial: zone.serial, isExpired: zone.isExpired === true },
    steps,
    answer,
  }
}

function tell(telling: Telling, name: NameKey, probability: number, visited: readonly string[]): void {
  const { zone, type, match, steps } = telling
  if (steps.length >= maxSteps) return
  const place = locate(zone, name, type, match.chain)
  const text = textOfKey(name.key)
  const push = (step: Partial<ExplainedStep> & Pick<ExplainedStep, 'outcome'>): void =>
    void steps.push({ name: text, owner: text, wildcard: false, probability, candidates: [], ...step })
  const depth = visited.length
  switch (place.kind) {
    case 'missing':
      return push({ outcome: 'no_such_name' })
    case 'delegation':
      return push({ outcome: 'delegation', owner: ancestorText(name, place.skippedLabels), candidates: wholeSet(place.set) })
    case 'dname': {
      if (depth === maxCnames) return push({ outcome: 'chain_too_long' })
      push({ outcome: 'dname', owner: ancestorText(name, place.skippedLabels), candidates: wholeSet(place.set) })
      const rdata = place.set.rdatas[0] as Rdata
      addAnswer(telling, ancestorText(name, place.skippedLabels), place.set, rdata, probability)
      const prefix = name.key.slice(0, name.starts[place.skippedLabels] ?? name.key.length)
      const target = Buffer.concat([Buffer.from(prefix, 'latin1'), rdataBytes(place.set, rdata)])
      if (target.length > 255) return // YXDOMAIN, RFC 6672 §2.2
      addRecord(telling, {
        name: text,
        type: 'CNAME',
        line: place.set.line,
        value: printRdata('CNAME', target),
        ttlSeconds: place.set.ttlSeconds,
        recordId: null,
        probability,
      })
      return follow(telling, name, target, probability, visited)
    }
    case 'name': {
      const set = chooseSet(place.node, type, match.chain, telling.redirects)
      const goesOn = set !== null && set.type === TYPE.CNAME && type !== TYPE.CNAME && type !== TYPE.ANY
      if (goesOn && depth === maxCnames) return push({ outcome: 'chain_too_long' })
      push({
        outcome: set === null ? 'no_such_type' : goesOn ? 'cname' : 'records',
        owner: ownerText(zone, place, name),
        wildcard: place.wildcard,
        candidates: candidatesOf(telling, place.node, set),
      })
      if (set === null) return
      const shares = answerShares(set)
      set.rdatas.forEach((rdata, i) => {
        const share = probability * (shares[i] as number)
        if (share === 0) return
        addAnswer(telling, text, set, rdata, share)
        if (goesOn) follow(telling, name, rdataBytes(set, rdata), share, visited)
      })
    }
  }
}

/** Goes on from a CNAME's or DNAME's target, given in wire form; a name seen before ends the chain, as in the node. */
function follow(telling: Telling, from: NameKey, target: Uint8Array, probability: number, visited: readonly string[]): void {
  const next = emptyNameKey()
  if (readNameKey(target, 0, next) < 0) return
  const path = [...visited, from.key]
  if (path.includes(next.key) || telling.type === TYPE.CNAME) return
  if (keyIsWithin(next, telling.zone.key)) return tell(telling, next, probability, path)
  const text = textOfKey(next.key)
  telling.steps.push({ name: text, outcome: 'left_zone', owner: text, wildcard: false, probability, candidates: [] })
}

function candidatesOf(telling: Telling, node: ZoneNode, chosen: LineRecords | null): Candidate[] {
  const { type, match } = telling
  const { chain } = match
  const cname = visibleCname(node, chain)
  const asksAddress = type === TYPE.A || type === TYPE.AAAA || type === TYPE.ANY
  const redirect = asksAddress ? visibleRedirect(node, chain) : null
  const candidates: Candidate[] = []
  for (const rrset of node.rrsets) {
    if (rrset.type === TYPE.URL ? !asksAddress : type !== TYPE.ANY && rrset.type !== type && rrset.type !== TYPE.CNAME) continue
    const sets = [...(rrset.lines?.values() ?? []), ...(rrset.fallback === null ? [] : [rrset.fallback])]
    sets.sort((left, right) => positionIn(chain, left.line) - positionIn(chain, right.line))
    for (const set of sets) {
      if (isSameSet(chosen, set)) candidates.push(...takenSet(set))
      else if (isSameSet(redirect, set)) candidates.push(...redirectSet(set, chosen))
      else candidates.push(...untaken(set, reasonAgainst(set, chain, cname, chosen)))
    }
  }
  return candidates
}

function positionIn(chain: readonly string[], line: string): number {
  const position = chain.indexOf(line)
  return position < 0 ? chain.length : position
}

function reasonAgainst(set: LineRecords, chain: readonly string[], cname: LineRecords | null, chosen: LineRecords | null): CandidateReason {
  if (!chain.includes(set.line)) return 'other_line'
  if (set.type === TYPE.CNAME) return cname === null ? 'hides_no_others' : 'less_specific_line'
  if (cname !== null) return 'hidden_by_cname'
  return chosen !== null && chosen.type !== set.type ? 'one_set_for_any' : 'less_specific_line'
}

function wholeSet(set: LineRecords): Candidate[] {
  return set.rdatas.map((rdata) => candidate(set, rdata, 1, 'taken'))
}

/** The URL record that decides; what is given for it has its number. */
function redirectSet(set: LineRecords, chosen: LineRecords | null): Candidate[] {
  if (chosen === null) return untaken(set, 'redirect_without_address')
  return chosen.rdatas[0]?.recordId === set.rdatas[0]?.recordId ? wholeSet(set) : untaken(set, 'one_set_for_any')
}

function takenSet(set: LineRecords): Candidate[] {
  const shares = answerShares(set)
  return set.rdatas.map((rdata, i) => {
    const share = shares[i] as number
    if (set.totalWeight === 0) return candidate(set, rdata, share, 'taken')
    return candidate(set, rdata, share, share === 0 ? 'weight_is_zero' : 'taken_by_weight')
  })
}

function untaken(set: LineRecords, reason: CandidateReason): Candidate[] {
  return set.rdatas.map((rdata) => candidate(set, rdata, 0, reason))
}

function candidate(set: LineRecords, rdata: Rdata, share: number, reason: CandidateReason): Candidate {
  return {
    recordId: rdata.recordId,
    type: printTypeName(set.type),
    line: set.line,
    value: valueText(set, rdata),
    ttlSeconds: set.ttlSeconds,
    weight: set.totalWeight === 0 ? null : rdata.weight,
    taken: share > 0,
    share,
    reason,
  }
}

function addAnswer(telling: Telling, name: string, set: LineRecords, rdata: Rdata, probability: number): void {
  addRecord(telling, {
    name,
    type: printTypeName(set.type),
    line: set.line,
    value: valueText(set, rdata),
    ttlSeconds: set.ttlSeconds,
    recordId: rdata.recordId,
    probability,
  })
}

/** Two ways to one record (two weighted CNAMEs to one target) are one line of the answer. */
function addRecord({ answer }: Telling, record: ExplainedRecord): void {
  const { name, type, value } = record
  const known = answer.findIndex((other) => other.name === name && other.type === type && other.value === value)
  if (known < 0) answer.push(record)
  else answer[known] = { ...record, probability: Math.min(1, (answer[known]?.probability ?? 0) + record.probability) }
}

function rdataBytes(set: LineRecords, rdata: Rdata): Uint8Array {
  return set.arena.subarray(rdata.start + rdataOffset, rdata.end)
}

function valueText(set: LineRecords, rdata: Rdata): string {
  return printRdata(printTypeName(set.type), rdataBytes(set, rdata))
}

function ancestorText(name: NameKey, skippedLabels: number): string {
  return textOfKey(name.key.slice(name.starts[skippedLabels] ?? name.key.length))
}

/** The node's own name: of a wildcard, the `*` below the closest encloser. */
function ownerText(zone: CompiledZone, place: Extract<Place, { kind: 'name' }>, name: NameKey): string {
  if (!place.wildcard) return textOfKey(name.key)
  for (let i = 1; i <= name.labels; i += 1) {
    const encloser = i === name.labels ? '' : name.key.slice(name.starts[i])
    const wildcard = `\x01*${encloser}`
    const relative = wildcard.slice(0, wildcard.length - zone.key.length)
    if (zone.nodes.has(relative)) return textOfKey(wildcard)
  }
  return textOfKey(name.key)
}
