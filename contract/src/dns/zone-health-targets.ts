import { targetOf } from './record-checks.ts'
import { hostIn, hostsAbove } from './record-set-rows.ts'
import { deleting, groupedBy, isServed, type HealthFinding, type HealthRow, type KnownFacts } from './zone-health-finding.ts'
import './health-problems.ts'

/*
 * Records that point to a name that is not there: within the zone as its records say, outside as far as it is known.
 */

const aliasTypes = new Set(['CNAME', 'ALIAS'])
const pointingTypes = new Set(['CNAME', 'ALIAS', 'MX', 'SRV'])
/** What a record of these types asks for at the name that it points to. */
const addressed = new Set(['ALIAS', 'MX', 'SRV'])
const addressTypes = new Set(['A', 'AAAA', 'ALIAS', 'URL', 'CNAME'])

type Zone = { readonly name: string; readonly byHost: ReadonlyMap<string, readonly HealthRow[]>; readonly nonTerminals: ReadonlySet<string> }

function readZone(rows: readonly HealthRow[], name: string): Zone {
  const byHost = groupedBy(rows.filter(isServed), (row) => row.host)
  const nonTerminals = new Set<string>()
  for (const host of byHost.keys()) for (const above of hostsAbove(host)) nonTerminals.add(above)
  return { name, byHost, nonTerminals }
}

/** The records that answer for a host: its own, else those of the wildcard at the closest name that there is (RFC 4592 §3.3.1); null where others answer. */
function recordsFor(host: string, { byHost, nonTerminals }: Zone): readonly HealthRow[] | null {
  const above = hostsAbove(host)
  const isCut = [host, ...above].some((one) => one !== '@' && byHost.get(one)?.some((row) => row.type === 'NS'))
  if (isCut || above.some((one) => byHost.get(one)?.some((row) => row.type === 'DNAME'))) return null
  const own = byHost.get(host)
  if (own) return own
  if (host === '@' || nonTerminals.has(host)) return []
  const encloser = above.find((one) => one === '@' || byHost.has(one) || nonTerminals.has(one))!
  return byHost.get(encloser === '@' ? '*' : `*.${encloser}`) ?? []
}

/** Names outside the zone that its records point to. */
export function targetNamesToAsk(rows: readonly HealthRow[], zone: string): string[] {
  const targets = rows.flatMap((row) => (isServed(row) && (pointingTypes.has(row.type) || row.type === 'NS') ? [targetOf(row.type, row.value)!] : []))
  return [...new Set(targets)].filter((target) => target !== '.' && hostIn(target, zone) === null)
}

/** The hosts whose names are delegated to other servers. */
export function delegationsToAsk(rows: readonly HealthRow[]): string[] {
  return [...new Set(rows.filter((row) => row.type === 'NS' && isServed(row)).map(({ host }) => host))]
}

/** Records that point to nothing, and delegations that nobody answers for. */
export function checkPointedTo(rows: readonly HealthRow[], name: string, { names, lame }: KnownFacts): HealthFinding[] {
  const zone = readZone(rows, name)
  const isMissing = (type: string, target: string): boolean => {
    const host = hostIn(target, name)
    if (host === null) return names[target] === 'missing'
    const there = recordsFor(host, zone)
    return there !== null && !there.some((row) => !addressed.has(type) || addressTypes.has(row.type))
  }
  const dangling = rows.filter((row) => {
    if (!isServed(row) || !(pointingTypes.has(row.type) || row.type === 'NS')) return false
    const target = targetOf(row.type, row.value)!
    // Name servers within the zone need their addresses: that is a finding of its own.
    if (target === '.' || (row.type === 'NS' && hostIn(target, name) !== null)) return false
    return isMissing(row.type, target)
  })
  const isOutside = (row: HealthRow): boolean => hostIn(targetOf(row.type, row.value)!, name) === null
  const found = [...groupedBy(dangling, (row) => `${row.host}\u0000${row.type}\u0000${row.line}\u0000${isOutside(row)}`).values()].map(
    (group): HealthFinding => {
      const { host, type, line, value } = group[0]!
      // The host has no answer as it is: without the record it has none either.
      const fixes = aliasTypes.has(type) ? deleting(group) : null
      const code = isOutside(group[0]!) ? 'target_missing_outside' : 'target_missing'
      return { severity: 'error', code, host, type, line, params: { target: targetOf(type, value), type }, fixes }
    },
  )
  const isDelegated = new Set(delegationsToAsk(rows))
  for (const host of lame)
    if (isDelegated.has(host)) found.push({ severity: 'error', code: 'delegation_lame', host, type: 'NS', line: '', params: { host }, fixes: null })
  return found
}
