import type { ZoneLineSource } from '../lines/zone-lines.ts'
import { PackedNames } from './packed-names.ts'
import type { PackedZone } from './packed-zone.ts'
import type { ZoneNode, ZoneProblem } from './rrset.ts'
import type { Steps } from './slices.ts'
import { TYPE } from '../wire/wire-types.ts'
import {
  Arena,
  arenaBytesOf,
  holdsName,
  isWeighted,
  nodeOf,
  nodeOfRow,
  parentsOf,
  putName,
  settledTypes,
  soaBytesOf,
  soaSets,
  type NamesInWork,
} from './zone-names.ts'
import type { Row, SoaRow } from './zone-rows.ts'

export type ZoneFrame = {
  readonly domainId: number
  readonly name: string
  readonly key: string
  readonly serial: number
  readonly problems: ZoneProblem[]
  readonly lines?: readonly ZoneLineSource[]
  readonly isExpired?: boolean
}

/** Rows or names between two places where something else may run. */
const rowsOfStep = 1024
const namesOfStep = 128

/** Groups the rows into sets, settles what they mean together name by name, and writes the arena. */
export function* zoneOfRows(frame: ZoneFrame, rows: readonly Row[], soaRow: SoaRow, isShared: boolean): Steps<PackedZone> {
  const rowsOfNames = new Map<string, Row[]>([['', []]])
  const dnameOwners = new Set<string>()
  // Rows that will turn out not to be served have their place too: to know them first would cost more than they take.
  let arenaBytes = soaBytesOf(soaRow)
  let count = 0
  for (const row of rows) {
    const ofName = rowsOfNames.get(row.key)
    if (ofName === undefined) rowsOfNames.set(row.key, [row])
    else ofName.push(row)
    if (row.type === TYPE.DNAME) dnameOwners.add(row.key)
    arenaBytes += arenaBytesOf(row)
    count += 1
    if (count % rowsOfStep === 0) yield
  }

  const arena = new Arena(Buffer.allocUnsafe(arenaBytes))
  const { soa, negativeSoa } = soaSets(arena, soaRow)
  const nodes = new Map<string, ZoneNode>()
  const childCounts = new Map<string, number>()
  const cuts = new Map<string, ZoneNode>()
  const names: NamesInWork = { nodes, childCounts, cuts }
  let linedNames = 0
  let weightedNames = 0
  count = 0
  for (const [key, ofName] of rowsOfNames) {
    const [row] = ofName
    if (row !== undefined && ofName.length === 1 && key !== '' && dnameOwners.size === 0 && !holdsName(row)) {
      const node = nodeOfRow(arena, row)
      putName(names, key, node)
      if (node.hasLines) linedNames += 1
      count += 1
      if (count % namesOfStep === 0) yield
      continue
    }
    const types = settledTypes(frame.problems, ofName, dnameOwners.size > 0 && parentsOf(key).some((parent) => dnameOwners.has(parent)))
    if (types.size > 0 || key === '' || ofName.some(holdsName)) {
      const node = nodeOf(arena, types, key === '' ? soa : null)
      putName(names, key, node)
      if (node.hasLines) linedNames += 1
      if (isWeighted(node)) weightedNames += 1
    }
    count += 1
    if (count % namesOfStep === 0) yield
  }
  const packed = yield* PackedNames.of(nodes, negativeSoa, isShared)
  return { beside: { ...frame, linedNames, weightedNames, childCounts, cuts: [...cuts.keys()] }, names: packed }
}
