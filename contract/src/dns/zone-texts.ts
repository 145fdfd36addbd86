import { withLineFeeds } from '@nameplane/dns-text/line-ends'
import './change-set-problems.ts'
import { CellRows } from '@nameplane/dns-text/record-text/cells'
import { columnOf, headerOf, type Header } from '@nameplane/dns-text/record-text/column-names'
import { textFormatOf, type TextFormat } from '@nameplane/dns-text/record-text/text-format'
import type { LineName } from '@nameplane/dns-text/record-text/line-names'
import { readDomainLines, toldCharacters } from './domain-lines.ts'

/*
 * Texts with the records of several domains, cut into one text for each. What stands in these is read by the reader of all texts
 * (record-text.ts): here it is only said where each domain begins.
 */

/** A file, or what was pasted, which has no name. */
export type ZoneSource = { name: string; text: string }

/** The records of one domain as text; each of its lines is a line of the source. Of JSON, records are counted and not lines. */
export type ZoneText = { domain: string; source: string; format: TextFormat; text: string; lineNumbers: number[] | null }

/** A line that belongs to no domain. */
export type HomelessLine = { source: string; lineNumber: number; code: 'domain_line_invalid' | 'domain_line_repeated' | 'import_domain_unknown'; line: string }

export type ZoneTexts = { zones: ZoneText[]; homeless: HomelessLine[] }

/**
 * Which domain a record belongs to says, in this order: in a table its column of domains; in a zone file the last $ORIGIN outside the
 * domain before, or SOA record; then the name of the file.
 */
export function zoneTextsOf(sources: readonly ZoneSource[], lines: readonly LineName[] = []): ZoneTexts {
  const read: ZoneTexts = { zones: [], homeless: [] }
  const seen = new Set<string>()
  for (const source of sources) {
    const { zones, homeless } = zonesOfSource(source, lines)
    read.homeless.push(...homeless)
    for (const zone of zones) {
      if (seen.has(zone.domain))
        read.homeless.push({ source: source.name, lineNumber: zone.lineNumbers?.[0] ?? 1, code: 'domain_line_repeated', line: zone.domain })
      else read.zones.push(zone)
      seen.add(zone.domain)
    }
  }
  return read
}

function zonesOfSource({ name, text }: ZoneSource, lines: readonly LineName[]): ZoneTexts {
  // A byte order mark is no part of the first line, whose $ORIGIN would not be seen behind it.
  const source = { name, text: withLineFeeds(text.replace(/^\ufeff/, '')) }
  const named = domainOfFileName(source.name)
  const format = textFormatOf(source.text, lines)
  if (format === 'json') return zoneOfJson(source, named)
  const header = format === 'table' ? headerOf(source.text) : undefined
  if (header?.columns.includes('domain')) return zonesOfTable(source, header)
  return header === undefined ? zonesOfLines(source, named, lines) : wholeText(source, named, 'table')
}

/** The domain that a name is; null for one that is none. */
function domainOf(name: string): string | null {
  return readDomainLines(name.replace(/[\r\n]/g, ' '))[0]?.name ?? null
}

const endings = /(?:\.(?:zone|txt|db|hosts|csv|tsv|xlsx|json|bind|dns|conf))$/i

/** `example.com.zone`, `db.example.com`, `example.com (1).csv` */
export function domainOfFileName(name: string): string | null {
  const plain = name
    .replace(/^.*[/\\]/, '')
    .replace(endings, '')
    .replace(/ ?\(\d+\)$/, '')
    .replace(/^(?:db|pri|zone)\./i, '')
  return plain.includes('.') && !/\.\d+$/.test(plain) ? domainOf(plain) : null
}

function wholeText({ name: source, text }: ZoneSource, domain: string | null, format: TextFormat): ZoneTexts {
  if (domain === null) return { zones: [], homeless: [{ source, lineNumber: 1, code: 'import_domain_unknown', line: firstLineOf(text) }] }
  return { zones: [{ domain, source, format, text, lineNumbers: null }], homeless: [] }
}

const firstLineOf = (text: string): string => text.slice(0, toldCharacters).split('\n')[0]!.trim()

/** Our own export says whose records they are. */
function zoneOfJson(source: ZoneSource, named: string | null): ZoneTexts {
  const [, written] = /"domain"\s*:\s*"([^"\\]{1,300})"/.exec(source.text.slice(0, 1000)) ?? []
  return wholeText(source, (written === undefined ? null : domainOf(written)) ?? named, 'json')
}

/** Rows below the same header, those of each domain together, in whatever order they come. */
function zonesOfTable({ name: source, text }: ZoneSource, header: Header): ZoneTexts {
  const domainAt = header.columns.indexOf('domain')
  const homeless: HomelessLine[] = []
  const rows = new Map<string, { lines: string[]; lineNumbers: number[] }>()
  const names = new Map<string, string | null>()
  const cut = new CellRows(text, header.separator, { position: header.end + 1, lineNumber: header.lineNumber + 1 })
  for (let row = cut.next(); row !== undefined; row = cut.next()) {
    const cell = row.cells[domainAt] ?? ''
    // Read again and passed over by the reader of tables: names of columns, a rule beneath them, a remark.
    if (columnOf(cell) === 'domain' || /^:?-{2,}:?$/.test(cell) || /^(?:;|#|\/\/)/.test(row.cells[0] ?? '')) continue
    let domain = names.get(cell)
    if (domain === undefined) names.set(cell, (domain = domainOf(cell)))
    if (domain === null) {
      const code = cell === '' ? 'import_domain_unknown' : 'domain_line_invalid'
      homeless.push({ source, lineNumber: row.lineNumber, code, line: (cell || text.slice(row.start, row.end)).slice(0, toldCharacters) })
      continue
    }
    const known = rows.get(domain)
    const of = known ?? { lines: [text.slice(header.start, header.end)], lineNumbers: [header.lineNumber] }
    if (!known) rows.set(domain, of)
    for (const [index, line] of text.slice(row.start, row.end).split('\n').entries()) {
      of.lines.push(line)
      of.lineNumbers.push(row.lineNumber + index)
    }
  }
  const zones = [...rows].map(([domain, { lines, lineNumbers }]): ZoneText => ({ domain, source, format: 'table', text: `${lines.join('\n')}\n`, lineNumbers }))
  return { zones, homeless }
}

type Growing = { domain: string | null; lines: string[]; lineNumbers: number[]; saysNothing: boolean }

const originLine = /^\$ORIGIN[ \t]+([^\s;]+)/i
const ttlLine = /^\$TTL[ \t]/i
const soaLine = /^([^\s;"$]+)[ \t]+(?:\d\w*[ \t]+)?(?:IN[ \t]+)?(?:\d\w*[ \t]+)?SOA[ \t]/i
/** Directives and comments alone are no records. */
const emptyLine = /^\s*(?:;(?!nameplane-record )|\$(?:ORIGIN|TTL)\b|$)/i

const isWithin = (name: string, zone: string): boolean => name === zone || name.endsWith(`.${zone}`)

/** Lines of zone files one after the other; a default TTL goes on until the next one, as in one file. */
function zonesOfLines({ name: source, text }: ZoneSource, named: string | null, lines: readonly LineName[]): ZoneTexts {
  const parts: Growing[] = []
  let part: Growing = { domain: named, lines: [], lineNumbers: [], saysNothing: true }
  parts.push(part)
  let origin: string | null = named
  let ttl: { line: string; lineNumber: number } | null = null
  const begin = (domain: string, lineNumber: number): void => {
    part = { domain, lines: [], lineNumbers: [], saysNothing: true }
    parts.push(part)
    if (ttl) {
      part.lines.push(ttl.line)
      part.lineNumbers.push(ttl.lineNumber)
    }
    if (origin !== null && origin !== domain) {
      part.lines.push(`$ORIGIN ${origin}.`)
      part.lineNumbers.push(lineNumber)
    }
  }
  for (const [index, line] of text.split('\n').entries()) {
    const lineNumber = index + 1
    const [, newOrigin] = originLine.exec(line) ?? []
    if (newOrigin?.endsWith('.')) {
      const name = domainOf(newOrigin)
      const before = part.domain
      origin = name ?? newOrigin.slice(0, -1).toLowerCase()
      if (name !== null && (before === null || !(isWithin(name, before) || isWithin(before, name)))) begin(name, lineNumber)
    }
    if (ttlLine.test(line)) ttl = { line, lineNumber }
    const [, owner] = soaLine.exec(line) ?? []
    const apex = owner === undefined ? null : domainOf(absolute(owner, origin))
    if (apex !== null && apex !== part.domain) begin(apex, lineNumber)
    part.lines.push(line)
    part.lineNumbers.push(lineNumber)
    if (!emptyLine.test(line)) part.saysNothing = false
  }
  const told = parts.length === 1 ? parts : parts.filter(({ saysNothing }) => !saysNothing)
  return {
    zones: told.flatMap((one): ZoneText[] => {
      const whole = one.lines.join('\n')
      return one.domain === null ? [] : [{ domain: one.domain, source, format: textFormatOf(whole, lines), text: whole, lineNumbers: one.lineNumbers }]
    }),
    homeless: told.flatMap((one): HomelessLine[] => {
      if (one.domain !== null) return []
      const at = Math.max(
        0,
        one.lines.findIndex((line) => !emptyLine.test(line)),
      )
      return [{ source, lineNumber: at + 1, code: 'import_domain_unknown', line: one.lines[at]!.trim().slice(0, toldCharacters) }]
    }),
  }
}

function absolute(owner: string, origin: string | null): string {
  if (owner.endsWith('.')) return owner.slice(0, -1)
  if (owner === '@') return origin ?? ''
  return origin === null || origin === '' ? (origin === null ? '' : owner) : `${owner}.${origin}`
}
