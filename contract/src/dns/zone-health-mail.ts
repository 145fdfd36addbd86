import { decodeText } from '@nameplane/dns-text/character-strings'
import { tokeniseValue } from '@nameplane/dns-text/tokens'
import { absoluteHost } from './record-checks.ts'
import { hostIn } from './record-set-rows.ts'
import { isServed, type HealthFinding, type HealthRow, type KnownFacts } from './zone-health-finding.ts'
import './health-problems.ts'

/*
 * What others read of a zone before they take its mail: SPF (RFC 7208) and DMARC (RFC 7489).
 */

/** Terms of one SPF check that ask the DNS (RFC 7208 §4.6.4). */
const mostLookups = 10
/** How deep an `include` may lie within others before it is not followed any more: by then there are too many. */
const mostDepth = mostLookups + 1

const decoder = new TextDecoder()

/** The text of a canonical TXT value: its strings without anything between them (RFC 7208 §3.3). */
export function textOf(value: string): string {
  if (value.startsWith('\\#')) return ''
  return tokeniseValue(value)
    .texts.map((word) => decoder.decode(decodeText(word)))
    .join('')
}

export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)
export const isDmarc = (text: string): boolean => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text)

type Terms = { readonly lookups: number; readonly leadsTo: readonly string[] }

/** What the terms of an SPF text ask for: how many look-ups, and the names whose SPF they take over, absolute and lower case. */
function termsOf(text: string): Terms {
  const terms = text.split(/ +/).slice(1)
  const hasAll = terms.some((term) => /^[+\-~?]?all$/i.test(term))
  let lookups = 0
  const leadsTo: string[] = []
  for (const term of terms) {
    const [, include] = /^[+\-~?]?include:(.+)$/i.exec(term) ?? []
    // `all` ends the check before a `redirect` is looked at (RFC 7208 §6.1).
    const [, redirect] = hasAll ? [] : (/^redirect=(.+)$/i.exec(term) ?? [])
    const other = include ?? redirect
    if (other !== undefined) {
      lookups += 1
      // A macro depends on the message.
      if (!other.includes('%')) leadsTo.push(`${other.toLowerCase().replace(/\.$/, '')}.`)
    } else if (/^[+\-~?]?(?:a|mx|ptr)(?:[:/]|$)|^[+\-~?]?exists:/i.test(term)) lookups += 1
  }
  return { lookups, leadsTo }
}

/** The SPF texts that a zone and what is known outside have at a name. */
type SpfAt = (name: string) => string | undefined

function lookupsOf(text: string, spfAt: SpfAt, above: ReadonlySet<string>): number {
  const { lookups, leadsTo } = termsOf(text)
  let count = lookups
  for (const name of leadsTo) {
    const other = spfAt(name)
    if (count > mostLookups || above.size > mostDepth || above.has(name) || other === undefined) continue
    count += lookupsOf(other, spfAt, new Set([...above, name]))
  }
  return count
}

const lineOfOthers = 'default'

/** The SPF texts of a zone by their hosts and lines. */
function spfRows(rows: readonly HealthRow[]): { row: HealthRow; text: string }[] {
  return rows.flatMap((row) => {
    if (row.type !== 'TXT' || !isServed(row) || !row.value.toLowerCase().includes('v=spf1')) return []
    const text = textOf(row.value)
    return isSpf(text) ? [{ row, text }] : []
  })
}

function spfReader(rows: readonly HealthRow[], zone: string, { texts }: Pick<KnownFacts, 'texts'>): SpfAt {
  const own = new Map(spfRows(rows).flatMap(({ row, text }) => (row.line === lineOfOthers ? [[absoluteHost(row.host, zone), text] as const] : [])))
  return (name) => own.get(name) ?? (hostIn(name, zone) === null ? texts[name]?.find(isSpf) : undefined)
}

/** Names outside the zone whose SPF texts are needed to count, and are not known yet; those that known ones lead to among them. */
export function spfNamesToAsk(rows: readonly HealthRow[], zone: string, { texts }: Pick<KnownFacts, 'texts'>): string[] {
  const wanted = new Set<string>()
  const spfAt = spfReader(rows, zone, { texts })
  const seen = new Set<string>()
  const follow = (text: string, depth: number): void => {
    for (const name of termsOf(text).leadsTo) {
      if (seen.has(name) || depth > mostDepth) continue
      seen.add(name)
      if (hostIn(name, zone) === null && texts[name] === undefined) wanted.add(name)
      const next = spfAt(name)
      if (next !== undefined) follow(next, depth + 1)
    }
  }
  for (const { text } of spfRows(rows)) follow(text, 0)
  return [...wanted]
}

/** RFC 7208 §3.2: one SPF record a name; §4.6.4: at most ten look-ups. */
export function checkSpf(rows: readonly HealthRow[], zone: string, known: KnownFacts): HealthFinding[] {
  const spfAt = spfReader(rows, zone, known)
  const found: HealthFinding[] = []
  const told = new Set<string>()
  const all = spfRows(rows)
  for (const { row, text } of all) {
    const place = `${row.host}\u0000${row.line}`
    if (told.has(place)) continue
    told.add(place)
    const about = { host: row.host, type: 'TXT', line: row.line, fixes: null }
    const count = all.filter((one) => one.row.host === row.host && one.row.line === row.line).length
    if (count > 1) found.push({ severity: 'error', code: 'spf_repeated', ...about, params: { count } })
    else {
      const lookups = lookupsOf(text, spfAt, new Set([absoluteHost(row.host, zone)]))
      if (lookups > mostLookups) found.push({ severity: 'error', code: 'spf_too_many_lookups', ...about, params: { count: lookups, maximum: mostLookups } })
    }
  }
  return found
}

const dmarcHost = '_dmarc'

/** Where the policy of a domain above would stand that this zone takes over (RFC 7489 §6.6.3); top-level domains have none. */
export function dmarcNamesToAsk(zone: string): string[] {
  const labels = zone.split('.')
  return labels.slice(1, -1).map((_, index) => `${dmarcHost}.${labels.slice(index + 1).join('.')}.`)
}

/** A zone that mail comes to, or that says who sends for it, should say what becomes of mail that only pretends. */
export function checkDmarc(rows: readonly HealthRow[], zone: string, { texts }: KnownFacts): HealthFinding[] {
  const atApex = rows.filter((row) => row.host === '@' && isServed(row))
  const takesMail = atApex.some((row) => row.type === 'MX' && !row.value.endsWith(' .'))
  const sendsMail = spfRows(atApex).some(({ text }) => text.split(/ +/).some((term, index) => index > 0 && !/^[+\-~?]?all$/i.test(term)))
  if (!takesMail && !sendsMail) return []
  const hasOwn = rows.some((row) => row.host === dmarcHost && isServed(row) && (row.type === 'CNAME' || (row.type === 'TXT' && isDmarc(textOf(row.value)))))
  if (hasOwn || dmarcNamesToAsk(zone).some((name) => texts[name]?.some(isDmarc))) return []
  const ttl = atApex.find((row) => row.type === 'MX' || row.type === 'TXT')!.ttl
  // Nothing is refused by it: it asks for nothing yet.
  const record = { host: dmarcHost, type: 'TXT', line: 'default', value: '"v=DMARC1; p=none"', ttl, weight: null, remark: '', status: 1 }
  const isFree = !rows.some((row) => row.host === dmarcHost && row.line === 'default' && isServed(row))
  return [
    {
      ...{ severity: 'warning', code: 'dmarc_missing', host: dmarcHost, type: 'TXT', line: '' },
      params: { name: `${dmarcHost}.${zone}` },
      fixes: isFree ? [{ op: 'add', id: null, record }] : null,
    },
  ]
}
