import { parseRdata } from '@nameplane/dns-text/rdata'
import { absoluteHost, targetOf } from './record-checks.ts'
import { checkAliases, checkServers } from './record-target-checks.ts'
import {
  hostIn,
  hostsAbove,
  isTouched,
  report,
  stride,
  type RemovedRow,
  type RowsByHost,
  type SetFinding,
  type SetRow,
  type TouchedRow,
} from './record-set-rows.ts'
import './record-problems.ts'

/*
 * What the records of a domain mean together. Only records that a change touches are reported; the others are there to
 * judge them by. Paused records are not answered, so only a repeat counts them. A set is what one client is given: host,
 * type and line.
 */

export type { RemovedRow, SetRow } from './record-set-rows.ts'

/** Octets of the records of one set that fit into an answer, less room for question and EDNS (RFC 1035 §4.2.2). */
const maxSetBytes = 65_535 - 12 - 259 - 64
const headerBytes = 12

const addressTypes = new Set(['A', 'AAAA', 'ALIAS', 'URL'])
// Of these, one line has one kind, and one record of it.
const standInTypes = ['ALIAS', 'URL']
const cutTypes = new Set(['NS', 'DNAME'])
const pointingTypes = new Set(['MX', 'NS', 'SRV'])

/**
 * Judges the rows that changes touch among `rows`: the whole domain after the change, or at least every row at the touched
 * names, at the names that touched rows point to and the CNAMEs that lead on from there, the wildcards above a name server,
 * all NS and DNAME rows above them, what points to a touched CNAME or a removed address, and what lies below a touched NS
 * or DNAME. Linear in `rows`. `zone` is lower-case ASCII without the final dot.
 */
export function checkRecordSet(rows: readonly SetRow[], removed: readonly RemovedRow[], zone: string): SetFinding[] {
  const steps = recordSetSteps(rows, removed, zone)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same in steps: something else may run between them. */
export function* recordSetSteps(rows: readonly SetRow[], removed: readonly RemovedRow[], zone: string): Generator<void, SetFinding[], void> {
  const found: SetFinding[] = []
  const byHost = new Map<string, SetRow[]>()
  const touchedHosts = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const same = byHost.get(row.host)
    if (same === undefined) byHost.set(row.host, [row])
    else same.push(row)
    if (row.change !== null) touchedHosts.add(row.host)
    if (index % stride === 0) yield
  }
  let names = 0
  for (const host of touchedHosts) {
    checkName(byHost.get(host)!, found)
    if ((names += 1) % stride === 0) yield
  }
  const takenAway = new Map<string, RemovedRow>()
  for (const row of removed) if (row.line === 'default' && row.status === 1) takenAway.set(keyOf(row.host, row.type), row)
  yield
  for (const row of takenAway.values()) checkRemoved(row, byHost.get(row.host) ?? [], found)
  yield* checkTargets(rows, byHost, zone, found)
  yield* checkAliases(rows, byHost, zone, found)
  yield* checkServers(rows, removed, byHost, zone, found)
  yield* checkCuts(rows, zone, found)
  return found.sort((left, right) => left.change - right.change)
}

const keyOf = (...parts: string[]): string => parts.join('\u0000')

function grouped(rows: readonly SetRow[], key: (row: SetRow) => string): Map<string, SetRow[]> {
  const groups = new Map<string, SetRow[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group === undefined) groups.set(key(row), [row])
    else group.push(row)
  }
  return groups
}

/** All rows of one name. */
function checkName(rows: readonly SetRow[], found: SetFinding[]): void {
  // Most names have one row, on the default line: nothing to judge.
  if (rows.length === 1 && rows[0]!.line === 'default' && rows[0]!.weight === null) return
  // Upper and lower case of a name are the same (RFC 4343).
  for (const same of grouped(rows, (row) => keyOf(row.type, row.line, targetOf(row.type, row.value) === null ? row.value : row.value.toLowerCase())).values()) {
    if (same.length < 2) continue
    const kept = same.find((row) => row.change === null) ?? same[0]
    for (const row of same) if (row !== kept && isTouched(row)) report(found, row, 'error', 'record_repeated', 'value')
  }
  const served = rows.filter((row) => row.status === 1)
  for (const onLine of grouped(served, (row) => row.line).values()) checkLine(onLine, found)
  for (const set of grouped(served, (row) => keyOf(row.type, row.line)).values()) checkSet(set, found)
  checkAcrossLines(served, found)
}

/** The served rows of one name and line. RFC 1034 §3.6.2: a CNAME stands alone; RFC 6672 §2.4: no NS beside a DNAME. */
function checkLine(rows: readonly SetRow[], found: SetFinding[]): void {
  const types = new Set(rows.map((row) => row.type))
  if (types.has('CNAME') && types.size > 1) {
    const others = [...types].filter((type) => type !== 'CNAME').join(' ')
    for (const row of rows) if (isTouched(row)) report(found, row, 'error', 'cname_conflict', 'type', { types: row.type === 'CNAME' ? others : 'CNAME' })
  }
  for (const type of standInTypes) {
    if (!types.has(type)) continue
    const others = [...types].filter((one) => one !== type && addressTypes.has(one)).join(' ')
    if (others === '') continue
    for (const row of rows) {
      if (!isTouched(row) || !addressTypes.has(row.type)) continue
      // Of two such types both say it of themselves.
      if (row.type === type) report(found, row, 'error', 'type_conflict', 'type', { type, types: others })
      else if (!standInTypes.includes(row.type)) report(found, row, 'error', 'type_conflict', 'type', { type: row.type, types: type })
    }
  }
  if (types.has('DNAME') && types.has('NS')) {
    for (const row of rows) if (cutTypes.has(row.type) && isTouched(row)) report(found, row, 'error', 'dname_with_ns', 'type')
  }
}

/** The served rows of one name, type and line. */
function checkSet(rows: readonly SetRow[], found: SetFinding[]): void {
  const touched = rows.filter(isTouched)
  const first = touched[0]
  if (first === undefined) return
  const weighted = rows.filter((row) => row.weight !== null).length
  if (rows.length === 1) {
    if (weighted === 1) report(found, first, 'warning', 'weight_alone', 'weight')
    return
  }
  // RFC 2181 §5.2. The others' TTL is offered, so that one click settles it.
  const ttl = (rows.find((row) => row.change === null) ?? first).ttl
  for (const row of touched) if (row.ttl !== ttl) report(found, row, 'error', 'ttl_clash', 'ttl', { ttl })
  if (first.type === 'CNAME' && weighted < rows.length) for (const row of touched) report(found, row, 'error', 'cname_repeated', 'type')
  else if (weighted > 0 && weighted < rows.length) report(found, first, 'warning', 'weight_mixed', 'weight')
  if (standInTypes.includes(first.type)) for (const row of touched) report(found, row, 'error', 'type_repeated', 'type', { type: row.type })
  if (first.type === 'DNAME') for (const row of touched) report(found, row, 'error', 'dname_repeated', 'type')
  // RFC 7505 §3
  if (first.type === 'MX' && rows.some((row) => row.value.endsWith(' .'))) report(found, first, 'warning', 'beside_null_mx', 'value')
  const bytes = setBytes(rows)
  if (bytes > maxSetBytes) for (const row of touched) report(found, row, 'error', 'set_too_large', 'value', { bytes, max: maxSetBytes })
}

/** Octets of a set in an answer; 0 for one that is too small to matter. */
function setBytes(rows: readonly SetRow[]): number {
  // The wire form of an address may be eight times its text (`::`), that of anything else is hardly longer than its text.
  let textBytes = 0
  for (const row of rows) textBytes += headerBytes + 16 + row.value.length
  if (textBytes <= maxSetBytes / 2) return 0
  return rows.reduce((sum, row) => sum + headerBytes + parseRdata(row.type, row.value).wire.length, 0)
}

/** Does who has no record of `type` of its own line get something for it from a record of the type `other`? */
function answersFor(type: string, other: string): boolean {
  if (type === other || type === 'CNAME' || other === 'CNAME') return true
  return addressTypes.has(type) && addressTypes.has(other) && (standInTypes.includes(type) || standInTypes.includes(other))
}

function defaultLineServes(type: string, served: readonly SetRow[]): boolean {
  return served.some((row) => row.line === 'default' && answersFor(type, row.type))
}

/** The served rows of one name on all lines: each client sees the rows of the most specific line that has some. */
function checkAcrossLines(served: readonly SetRow[], found: SetFinding[]): void {
  const isEverywhereDefault = served.every((row) => row.line === 'default')
  if (isEverywhereDefault) return
  const warned = new Set<string>()
  for (const row of served) {
    if (!isTouched(row) || row.line === 'default' || warned.has(row.type) || defaultLineServes(row.type, served)) continue
    warned.add(row.type)
    report(found, row, 'warning', 'default_line_missing', 'line', { type: row.type })
  }
  // A CNAME and an address on different lines are the usual thing; with any other type somebody loses something.
  const cnameLines = new Set(served.filter((row) => row.type === 'CNAME').map((row) => row.line))
  if (cnameLines.size === 0) return
  const others = served.filter((row) => row.type !== 'CNAME' && !addressTypes.has(row.type) && !cnameLines.has(row.line))
  if (others.length === 0) return
  const types = [...new Set(others.map((row) => row.type))].join(' ')
  const row = served.find((one): one is TouchedRow => isTouched(one) && (one.type === 'CNAME' || others.includes(one)))
  if (row) report(found, row, 'warning', 'cname_mixed_lines', 'line', { types })
}

/** With the default line's last row gone, clients without a row of their own line get no answer. */
function checkRemoved(row: RemovedRow, left: readonly SetRow[], found: SetFinding[]): void {
  const served = left.filter((one) => one.status === 1)
  const orphan = served.find((one) => one.line !== 'default' && answersFor(one.type, row.type) && !defaultLineServes(one.type, served))
  // A row that this same change writes is reported there.
  if (orphan && !served.some((one) => one.change !== null && one.type === orphan.type))
    report(found, row, 'warning', 'default_line_missing', 'line', { type: orphan.type })
}

/** RFC 2181 §10.3, RFC 2782: a host that is pointed to is no alias. */
function* checkTargets(rows: readonly SetRow[], byHost: RowsByHost, zone: string, found: SetFinding[]): Generator<void, void, void> {
  const touchedCnames = new Map<string, TouchedRow>()
  for (const row of rows) if (isTouched(row) && row.status === 1 && row.type === 'CNAME') touchedCnames.set(absoluteHost(row.host, zone), row)
  yield
  for (const [index, row] of rows.entries()) {
    if (index % stride === 0) yield
    if (row.status !== 1 || !pointingTypes.has(row.type)) continue
    if (!isTouched(row) && touchedCnames.size === 0) continue
    const target = targetOf(row.type, row.value)!
    if (isTouched(row)) {
      const host = hostIn(target, zone)
      if (host !== null && byHost.get(host)?.some((one) => one.type === 'CNAME' && one.status === 1))
        report(found, row, 'warning', 'target_is_cname', 'value', { target, type: row.type })
      continue
    }
    const cname = touchedCnames.get(target)
    if (!cname) continue
    touchedCnames.delete(target)
    report(found, cname, 'warning', 'cname_is_target', 'type', { host: row.host, type: row.type })
  }
}

/** Nothing below a delegation (RFC 1034 §4.2.1) or a DNAME (RFC 6672 §2.4) is answered, save the servers' own addresses. */
function* checkCuts(rows: readonly SetRow[], zone: string, found: SetFinding[]): Generator<void, void, void> {
  const delegations = new Set<string>()
  const dnames = new Set<string>()
  const serverNames = new Set<string>()
  const touchedCuts = new Map<string, { row: TouchedRow; count: number; host: string }>()
  for (const row of rows) {
    if (row.status !== 1 || !cutTypes.has(row.type)) continue
    if (row.type === 'DNAME') dnames.add(row.host)
    else {
      delegations.add(row.host)
      serverNames.add(targetOf('NS', row.value)!)
    }
    if (isTouched(row) && !touchedCuts.has(row.host)) touchedCuts.set(row.host, { row, count: 0, host: '' })
  }
  if (delegations.size === 0 && dnames.size === 0) return
  for (const [index, row] of rows.entries()) {
    if (index % stride === 0) yield
    if (row.status !== 1 || (row.change === null && touchedCuts.size === 0)) continue
    const isServerAddress = addressTypes.has(row.type) && serverNames.has(absoluteHost(row.host, zone))
    const above = hostsAbove(row.host)
    if (isTouched(row)) {
      const dname = above.find((host) => dnames.has(host))
      if (dname !== undefined) report(found, row, 'warning', 'below_dname', 'host', { host: dname })
      if (isServerAddress || (cutTypes.has(row.type) && delegations.has(row.host) && !above.some((host) => delegations.has(host)))) continue
      const cut = row.type === 'DS' ? above.find((host) => delegations.has(host)) : [row.host, ...above].find((host) => delegations.has(host))
      if (cut !== undefined) report(found, row, 'warning', 'below_delegation', 'host', { host: cut })
      continue
    }
    for (const host of above) {
      const cut = touchedCuts.get(host)
      if (!cut || (isServerAddress && cut.row.type === 'NS')) continue
      cut.count += 1
      cut.host ||= row.host
    }
  }
  for (const cut of touchedCuts.values())
    if (cut.count > 0) report(found, cut.row, 'warning', 'hides_names_below', 'host', { host: cut.host, count: cut.count })
}
