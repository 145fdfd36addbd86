import { DnsTextError } from '@nameplane/dns-text/errors'
import { nameToWire } from '@nameplane/dns-text/names'
import { zoneLinesOf } from '../lines/zone-lines.ts'
import { NameEdits, NameMap } from './name-map.ts'
import type { CompiledZone, LineRecords, ZoneNode } from './rrset.ts'
import { TYPE } from '../wire/wire-types.ts'
import { Arena, arenaBytesOf, emptyName, holdsName, isWeighted, nodeOf, parentsOf, putName, settledTypes, soaBytesOf, soaSets } from './zone-names.ts'
import { hostKey, nameserverRecords, readRow, readSoa, type ApexSource, type RecordSource, type Row } from './zone-rows.ts'

/** What changed in a domain since the state that a zone was compiled from, read in one transaction. A host has one spelling. */
export type ZoneChange = ApexSource & {
  /** The version of the records that it is laid over. */
  readonly from: number
  /** Owners of all records that were added, changed or deleted, before and after, and of all that only say that their name exists. */
  readonly hosts: readonly string[]
  /** All records that now stand at these hosts and at `@`, without paused ones. */
  readonly records: readonly RecordSource[]
  /** The records that were added, changed or deleted. */
  readonly changedIds: readonly number[]
}

/**
 * The zone after a change, built of the changed names alone and sharing all else with `zone`, which stays as it is: what
 * `compileZone` would make of the whole domain. The apex is always built anew, because of its serial.
 * @param range the names of the zone after the change, where another thread has made a new range of them already
 * @returns null when the whole has to be compiled: a DNAME comes or goes (what is below it is not known here), or the zone holds
 *   records at these names that the change does not account for
 */
export function patchZone(zone: CompiledZone, change: ZoneChange, range: NameMap<ZoneNode> | null = null): CompiledZone | null {
  if (change.name !== zone.name) return null
  const origin = nameToWire(zone.name)
  const hosts = hostsOf(change)
  const problems = zone.problems.filter((problem) => !hosts.has(problem.host))

  const changed = new Map<string, Row[]>()
  for (const key of changedKeys(change, origin, zone.key)) changed.set(key, [])
  const rows: Row[] = []
  for (const record of [...change.records, ...nameserverRecords(change)]) readRow(rows, problems, record, origin, zone.key)
  for (const row of rows) {
    const ofName = changed.get(row.key)
    if (ofName === undefined) return null
    ofName.push(row)
  }

  const soaRow = readSoa(change, origin, problems)
  const { soa, negativeSoa } = soaSets(arenaOf(soaBytesOf(soaRow)), soaRow)
  const known = new Set(change.changedIds)
  for (const { id } of change.records) if (id !== undefined) known.add(id)
  const nodes = new NameEdits(zone.nodes)
  const childCounts = new NameEdits(zone.childCounts)
  const cuts = new NameEdits(zone.cuts ?? NameMap.of<ZoneNode>(new Map()))
  const names = { nodes, childCounts, cuts }
  let { linedNames, weightedNames } = zone
  // Names that are only held come last: what goes below them would take them along.
  const inOrder = [...changed].sort(([, left], [, right]) => Number(left.some(holdsName)) - Number(right.some(holdsName)))
  for (const [key, ofName] of inOrder) {
    // The owners of DNAMEs are the same before and after: any other change of them is refused.
    const types = settledTypes(
      problems,
      ofName,
      parentsOf(key).some((parent) => hasDname(zone.nodes.get(parent))),
    )
    const before = zone.nodes.get(key)
    if (before !== undefined && !holdsOnly(before, known)) return null
    if (types.has(TYPE.DNAME) !== hasDname(before)) return null
    if (before?.hasLines === true) linedNames -= 1
    if (before !== undefined && isWeighted(before)) weightedNames -= 1
    if (types.size === 0 && key !== '' && !ofName.some(holdsName)) {
      emptyName(names, key)
      continue
    }
    const node = nodeOf(arenaOf(ofName.reduce((bytes, row) => bytes + arenaBytesOf(row), 0)), types, key === '' ? soa : null)
    putName(names, key, node)
    if (node.hasLines) linedNames += 1
    if (isWeighted(node)) weightedNames += 1
  }
  const cutsAfter = cuts.result()
  const { customLines: linesBefore, ...rest } = zone
  const customLines = zoneLinesOf(change.lines, linesBefore)
  return {
    ...rest,
    serial: change.serial >>> 0,
    nodes: range ?? nodes.result(),
    childCounts: childCounts.result(),
    cuts: cutsAfter.size === 0 ? null : cutsAfter,
    negativeSoa,
    linedNames,
    weightedNames,
    problems,
    ...(customLines === null ? {} : { customLines }),
  }
}

/** The names that a change is about, as keys relative to the zone; the apex is one of them. */
export function changedKeys(change: ZoneChange, origin: Uint8Array, zoneKey: string): string[] {
  return Array.from(hostsOf(change), (host) => keyOrNull(host, origin, zoneKey)).filter((key) => key !== null)
}

function hostsOf({ hosts }: ZoneChange): Set<string> {
  return new Set(hosts).add('@')
}

/** One for each name, and none of the pool: a name that lives long keeps no bytes but its own. */
function arenaOf(size: number): Arena {
  return new Arena(Buffer.allocUnsafeSlow(size))
}

/** A host that is no name owns nothing that is served. */
function keyOrNull(host: string, origin: Uint8Array, zoneKey: string): string | null {
  try {
    return hostKey(host, origin, zoneKey)
  } catch (error) {
    if (error instanceof DnsTextError) return null
    throw error
  }
}

function hasDname(node: ZoneNode | undefined): boolean {
  return node?.rrsets.some(({ type }) => type === TYPE.DNAME) ?? false
}

function holdsOnly(node: ZoneNode, known: ReadonlySet<number>): boolean {
  const isKnown = (set: LineRecords): boolean => set.rdatas.every(({ recordId }) => recordId === null || known.has(recordId))
  return node.rrsets.every(({ fallback, lines }) => (fallback === null || isKnown(fallback)) && (lines === null || [...lines.values()].every(isKnown)))
}
