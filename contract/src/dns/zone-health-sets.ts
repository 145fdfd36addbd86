import { splitFields } from '@nameplane/dns-text/rdata'
import { deleting, groupedBy, isServed, updating, type HealthFinding, type HealthRow, type KnownFacts } from './zone-health-finding.ts'
import './health-problems.ts'

/*
 * What single record sets say that is seldom meant: how long they are kept, whom they let issue certificates, and lines that say nothing.
 */

/** Resolvers keep nothing longer (RFC 8767 §4). */
const longestTtl = 604_800
/** Below, most answers come from the name servers and not from a cache. */
const shortestTtl = 30

const setOf = (row: HealthRow): string => `${row.host}\u0000${row.type}\u0000${row.line}`

export function checkTtls(rows: readonly HealthRow[]): HealthFinding[] {
  const found: HealthFinding[] = []
  for (const set of groupedBy(rows.filter(isServed), setOf).values()) {
    const { host, type, line } = set[0]!
    const about = { severity: 'note', host, type, line } as const
    const long = set.filter((row) => row.ttl > longestTtl)
    if (long.length > 0)
      found.push({ ...about, code: 'ttl_too_long', params: { ttl: long[0]!.ttl, maximum: longestTtl }, fixes: updating(long, { ttl: longestTtl }) })
    // Nothing at all is a warning of its own.
    const short = set.find((row) => row.ttl > 0 && row.ttl < shortestTtl)
    if (short) found.push({ ...about, code: 'ttl_short', params: { ttl: short.ttl }, fixes: null })
  }
  return found
}

const issuerTags = new Set(['issue', 'issuewild'])
const issuerName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Tag and issuer of a CAA record; the issuer is empty where nobody may issue, null for other tags (RFC 8659 §4.2). */
function issuerOf(row: HealthRow): { tag: string; issuer: string | null } {
  const fields = splitFields('CAA', row.value)
  const tag = (fields['tag'] ?? '').toLowerCase()
  return { tag, issuer: issuerTags.has(tag) ? (fields['value'] ?? '').split(';')[0]!.trim() : null }
}

/** CAA records that name no authority at all, or leave out the one by which the platform gets certificates. */
export function checkIssuers(rows: readonly HealthRow[], { authority }: KnownFacts): HealthFinding[] {
  const found: HealthFinding[] = []
  for (const set of groupedBy(
    rows.filter((row) => row.type === 'CAA' && isServed(row)),
    setOf,
  ).values()) {
    const { host, line, ttl } = set[0]!
    const about = { host, type: 'CAA', line }
    const issuers = set.map(issuerOf)
    const wrong = issuers.find(({ issuer }) => issuer !== null && issuer !== '' && !issuerName.test(issuer))
    if (wrong) found.push({ severity: 'error', code: 'caa_issuer_invalid', ...about, params: { issuer: wrong.issuer }, fixes: null })
    const named = issuers.flatMap(({ tag, issuer }) => (tag === 'issue' && issuer !== null ? [issuer.toLowerCase()] : []))
    // Who forbids all of them means it.
    if (authority === null || named.every((issuer) => issuer === '') || named.includes(authority.identity)) continue
    const record = { host, type: 'CAA', line, value: `0 issue "${authority.identity}"`, ttl, weight: null, remark: '', status: 1 }
    found.push({
      ...{ severity: 'warning', code: 'caa_excludes_authority', ...about },
      params: { authority: authority.name, identity: authority.identity },
      fixes: [{ op: 'add', id: null, record }],
    })
  }
  return found
}

const contentOf = (rows: readonly HealthRow[]): string =>
  rows
    .map(({ type, value, ttl, weight }) => JSON.stringify([type, value, ttl, weight]))
    .sort()
    .join('\n')

/** Hosts that say on every line what the default line says: without the others, each client gets the same. */
export function checkRepeatedLines(rows: readonly HealthRow[]): HealthFinding[] {
  const found: HealthFinding[] = []
  for (const [host, ofHost] of groupedBy(rows.filter(isServed), (row) => row.host)) {
    const byLine = groupedBy(ofHost, (row) => row.line)
    const ofDefault = byLine.get('default')
    if (!ofDefault || byLine.size === 1) continue
    const content = contentOf(ofDefault)
    if (![...byLine.values()].every((ofLine) => contentOf(ofLine) === content)) continue
    const repeated = ofHost.filter((row) => row.line !== 'default')
    found.push({ severity: 'note', code: 'lines_repeat_default', host, type: '', line: '', params: { count: byLine.size - 1 }, fixes: deleting(repeated) })
  }
  return found
}
