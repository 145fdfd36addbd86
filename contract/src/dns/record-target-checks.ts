import { absoluteHost, targetOf } from './record-checks.ts'
import {
  hostIn,
  hostsAbove,
  isTouched,
  report,
  stride,
  wildcardsAbove,
  type RemovedRow,
  type RowsByHost,
  type SetFinding,
  type SetRow,
} from './record-set-rows.ts'

/*
 * Records that point to a name of the zone from which nobody comes to an address.
 */

const defaultLine = 'default'
const addressTypes = new Set(['A', 'AAAA', 'ALIAS', 'URL'])
/** Hosts of a loop that a text names. */
const namedHosts = 6

function leadsOn(row: SetRow): boolean {
  return row.type === 'CNAME' || row.type === 'ALIAS'
}

/** The one CNAME or ALIAS that a client of a line is led on by at a host; null where there is none, or one of several by chance. */
function aliasAt(host: string, line: string, byHost: RowsByHost): SetRow | null {
  const served = (byHost.get(host) ?? []).filter((row) => row.status === 1)
  const ofLine = served.filter((row) => row.line === line)
  const rows = ofLine.length > 0 ? ofLine : served.filter((row) => row.line === defaultLine)
  // An ALIAS may have others beside it.
  const [alias, ...others] = rows.some((row) => row.type === 'ALIAS') ? rows.filter((row) => row.type === 'ALIAS') : rows
  return alias !== undefined && leadsOn(alias) && others.length === 0 ? alias : null
}

function textOfLoop(hosts: readonly string[]): string {
  const [first = ''] = hosts
  const named = hosts.length > namedHosts ? [...hosts.slice(0, namedHosts), '…'] : hosts
  return [...named, first].join(' → ')
}

/** RFC 1034 §3.6.2: CNAMEs and ALIAS records that lead back to where they began. */
export function* checkAliases(rows: readonly SetRow[], byHost: RowsByHost, zone: string, found: SetFinding[]): Generator<void, void, void> {
  const hostsByLine = new Map<string, string[]>()
  for (const row of rows) {
    if (!isTouched(row) || row.status !== 1 || !leadsOn(row)) continue
    const hosts = hostsByLine.get(row.line)
    if (hosts) hosts.push(row.host)
    else hostsByLine.set(row.line, [row.host])
  }
  const reported = new Set<SetRow>()
  let looked = 0
  for (const [line, starts] of hostsByLine) {
    const walked = new Set<string>()
    for (const start of starts) {
      const way = new Map<string, SetRow>()
      let host: string | null = start
      while (host !== null && !walked.has(host)) {
        walked.add(host)
        if ((looked += 1) % stride === 0) yield
        const alias = aliasAt(host, line, byHost)
        if (alias === null) break
        way.set(host, alias)
        host = hostIn(targetOf(alias.type, alias.value)!, zone)
      }
      if (host === null || !way.has(host)) continue
      const hosts = [...way.keys()]
      const loop = hosts.slice(hosts.indexOf(host))
      // One that points to itself is wrong by itself.
      if (loop.length === 1) continue
      for (const one of loop) {
        const row = way.get(one)!
        if (!isTouched(row) || reported.has(row)) continue
        reported.add(row)
        report(found, row, 'error', 'cname_loop', 'value', { hosts: textOfLoop(loop) })
      }
    }
  }
}

/** May somebody who asks for a host of the zone be given an address, or an alias? */
function hasAddress(host: string, byHost: RowsByHost, types: ReadonlySet<string>): boolean {
  return byHost.get(host)?.some((row) => row.status === 1 && types.has(row.type)) === true
}

const answeringTypes = new Set([...addressTypes, 'CNAME'])

/** RFC 1034 §4.2.1: a name server inside the zone needs its address there. */
export function* checkServers(
  rows: readonly SetRow[],
  removed: readonly RemovedRow[],
  byHost: RowsByHost,
  zone: string,
  found: SetFinding[],
): Generator<void, void, void> {
  const orphans = new Map<string, RemovedRow>()
  for (const row of removed) if (row.status === 1 && addressTypes.has(row.type)) orphans.set(absoluteHost(row.host, zone), row)
  const isCut = (host: string): boolean => host !== '@' && byHost.get(host)?.some((row) => row.type === 'NS' && row.status === 1) === true
  for (const [index, row] of rows.entries()) {
    if (index % stride === 0) yield
    if (row.type !== 'NS' || row.status !== 1 || (!isTouched(row) && orphans.size === 0)) continue
    const target = targetOf('NS', row.value)!
    const removal = orphans.get(target)
    const told = isTouched(row) ? row : removal
    const host = hostIn(target, zone)
    if (!told || host === null) continue
    const isBelowCut = host === row.host || host.endsWith(`.${row.host}`)
    if (isBelowCut ? hasAddress(host, byHost, addressTypes) : [host, ...wildcardsAbove(host)].some((one) => hasAddress(one, byHost, answeringTypes))) continue
    // Below another delegation the address is not ours to have.
    if (!isBelowCut && [host, ...hostsAbove(host)].some(isCut)) continue
    orphans.delete(target)
    report(found, told, 'warning', 'server_without_address', told === row ? 'value' : 'host', { target, host: row.host })
  }
}
