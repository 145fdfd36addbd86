import { parseIpv4, parseIpv6 } from '../addresses.ts'
import { typedTextToPresentation } from '../character-strings.ts'
import { DnsTextError, refusalOf } from '../errors.ts'
import type { DnsTextCode, DnsTextParams } from '../errors.ts'
import { domainToUnicode } from '../names.ts'
import { canonicalRdata } from '../rdata.ts'
import { printTypeName, typeCodeOf } from '../record-types.ts'
import { parseTtl } from '../ttl.ts'
import { automaticTtlSeconds } from './cloudflare.ts'
import type { Column } from './column-names.ts'
import type { RecordMember, RowRecord, TextFound, TextNoteCode } from './found.ts'
import type { FindLine } from './line-names.ts'

/** What the cells of a row are read with. */
export interface RowContext {
  /** Lower case, without the final dot. */
  zone: string
  defaultTtlSeconds: number
  findLine: FindLine
  /** The column of hosts has whole names: what ends with the zone is not said of each row. */
  hasWholeNames?: boolean
}

export type Cells = Readonly<Partial<Record<Column, string>>>

/** What providers write where they have nothing to say. */
const nothing = /^(?:|[-—–－]+|null|none|n\/a|undefined)$/i

/** Would a cell with this be taken for an empty one? */
export function saysNothing(cell: string): boolean {
  return nothing.test(cell)
}

const isKept = (cell: string): boolean => cell !== '' && nothing.test(cell.replace(/^'+/, ''))

/** A remark as a cell that is read back as it is, with an apostrophe before what would be taken for an empty one. */
export function remarkCell(remark: string): string {
  return isKept(remark) ? `'${remark}` : remark
}

function remarkOf(cell: string): string {
  return cell.startsWith("'") && isKept(cell) ? cell.slice(1) : saysNothing(cell) ? '' : cell
}

/** The host of a whole name below the zone, whose name is there in Unicode or in ASCII; null for any other name. */
export function hostWithin(name: string, zone: string): string | null {
  const lower = name.toLowerCase()
  const spelling = [zone, domainToUnicode(zone)].find((one) => lower === one || lower.endsWith(`.${one}`))
  if (spelling === undefined) return null
  return lower === spelling ? '@' : name.slice(0, -spelling.length - 1)
}

// The value ends with a name.
const namedTypes = new Set(['CNAME', 'DNAME', 'NS', 'PTR', 'MX', 'SRV', 'ALIAS'])

const longestType = 40
// What a value may have written out, each byte as an escape.
const longestValue = 131_072

/** How DNSPod and Alibaba Cloud name redirects, whose values are addresses alone. */
const redirectNames: readonly (readonly [RegExp, mode: string])[] = [
  [/^(?:显性\s*url(?:转发)?|redirect_url)$/i, '302'],
  [/^(?:隐性\s*url(?:转发)?|forward_url)$/i, 'frame'],
]

/** The mode of a redirect that its type names; undefined where the value has it. */
function redirectModeOf(typeCell: string): string | undefined {
  return redirectNames.find(([names]) => names.test(typeCell))?.[1]
}

// What other providers call it.
const otherNames: Readonly<Record<string, string>> = { ANAME: 'ALIAS' }

/** The type of a cell: `a`, `A记录`, `TYPE65280`, `显性URL`. */
export function typeOfCell(cell: string): string | undefined {
  if (redirectModeOf(cell) !== undefined) return 'URL'
  const word = cell.length > longestType ? '' : cell.replace(/\s*(?:记录|record)$/iu, '').toUpperCase()
  const code = typeCodeOf(otherNames[word] ?? word)
  return code === undefined ? undefined : printTypeName(code)
}

/** May this cell be the value of a record of that type? Names in Unicode are judged later. */
export function isValueOf(type: string, cell: string): boolean {
  const refusal = refusalOf(() => canonicalRdata(type, valueText(type, cell)))
  return cell !== '' && (refusal === undefined || refusal.code === 'name_not_ascii')
}

// A cell has the text itself; only words in quotes are meant as in a zone file.
function valueText(type: string, cell: string, redirectMode?: string): string {
  if (type === 'TXT' || type === 'SPF') return typedTextToPresentation(cell)
  const isAddress = type === 'URL' && (redirectMode !== undefined || /^https?:/i.test(cell))
  return isAddress ? `${redirectMode ?? '302'} ${typedTextToPresentation(cell)}` : cell
}

const unitSeconds: readonly (readonly [RegExp, string])[] = [
  [/秒|sec(?:onds?|s)?/g, 's'],
  [/分钟|分|min(?:utes?|s)?/g, 'm'],
  [/小时|时|hours?|hrs?/g, 'h'],
  [/天|日|days?/g, 'd'],
  [/周|weeks?/g, 'w'],
]

/** Seconds of a TTL cell: `600`, `10m`, `10 分钟`, `1 hour`; null for what leaves it to the provider. Throws bad_ttl. */
export function ttlOfCell(cell: string): number | null {
  const text = cell.toLowerCase()
  if (/^(?:auto|automatic|default|自动|默认)$/.test(text)) return null
  const plain = unitSeconds.reduce((now, [unit, short]) => now.replace(unit, short), text).replace(/\s/g, '')
  return refusalOf(() => parseTtl(plain)) === undefined ? parseTtl(plain) : parseTtl(cell)
}

export function isTtlCell(cell: string): boolean {
  return refusalOf(() => ttlOfCell(cell)) === undefined
}

const served = /^(?:1|true|yes|on|y|正常|启用|已启用|开启|生效|是|enabled?|active|normal|ok|running)$/i
const paused = /^(?:0|false|no|off|n|暂停|已暂停|停用|已停用|禁用|已禁用|关闭|否|disabled?|paused?|inactive|stopped)$/i

/** The records of one row: one, or one for each value of its cell. With an error there are none. */
export function recordsOfRow(cells: Cells, lineNumber: number, context: RowContext): { records: RowRecord[]; found: TextFound[] } {
  const found: TextFound[] = []
  const error = (code: DnsTextCode, field: RecordMember, params: DnsTextParams = {}): void =>
    void found.push({ lineNumber, severity: 'error', code, field, params })
  const note = (code: TextNoteCode, field: RecordMember, params: DnsTextParams = {}): void =>
    void found.push({ lineNumber, severity: 'note', code, field, params })
  /** What a cell means, or null for an empty one and for one that is refused. */
  const cell = (column: Column): string => (saysNothing(cells[column] ?? '') ? '' : (cells[column] as string))

  const typeText = cell('type')
  const type = typeOfCell(typeText)
  if (typeText === '') error('type_missing', 'type')
  else if (type === undefined) error('unknown_type', 'type', { type: typeText })

  const domain = cell('domain').toLowerCase().replace(/\.$/, '')
  if (domain !== '' && hostWithin(domain, context.zone) !== '@') error('out_of_zone', 'host', { name: domain, zone: context.zone })
  const host = hostOf(cell('host'), context, note)

  let ttl: number | null = null
  try {
    const isAutomatic = cells.proxied !== undefined && cell('ttl') === String(automaticTtlSeconds)
    ttl = cell('ttl') === '' || isAutomatic ? null : ttlOfCell(cell('ttl'))
    if (ttl === null && cell('ttl') !== '') note('ttl_automatic', 'ttl', { text: cell('ttl'), ttl: context.defaultTtlSeconds })
  } catch (cause) {
    if (!(cause instanceof DnsTextError)) throw cause
    error(cause.code, 'ttl', cause.params)
  }

  if (/^(?:true|yes|proxied|已代理)$/i.test(cell('proxied'))) note('proxied_elsewhere', 'value')

  const number = (column: 'weight' | 'priority'): number | null => {
    const text = cell(column)
    if (text === '') return null
    if (!/^\d{1,9}$/.test(text)) error('not_a_number', column, { text })
    return Number(text)
  }
  const weight = number('weight')
  const priority = number('priority')

  const line = cell('line') === '' ? 'default' : context.findLine(cell('line'))
  if (line === undefined) error('line_unknown', 'line', { line: cell('line') })

  const statusText = cell('status')
  const status = statusText === '' || served.test(statusText) ? 1 : paused.test(statusText) ? 0 : null
  if (status === null) error('status_unknown', 'status', { text: statusText })

  const valueCell = (cells.value ?? '').trim()
  if (valueCell === '') error('value_missing', 'value')
  if (valueCell.length > longestValue) error('rdata_too_long', 'value', { max: 65_535 })
  const values =
    type === undefined || valueCell.length > longestValue
      ? []
      : valuesOf(type, valueCell).map((value) => completed(type, valueText(type, value, redirectModeOf(typeText)), context.zone, note))
  if (type === undefined || line === undefined || status === null || found.some((one) => one.severity === 'error')) return { records: [], found }
  const record = { host, type, line, ttl: ttl ?? context.defaultTtlSeconds, weight, remark: remarkOf(cells.remark ?? ''), status }
  return { records: values.map((value) => ({ ...record, value, priority: priorityFor(type, value, priority) })), found }
}

/** The host of a cell, without the zone behind it. */
function hostOf(cell: string, { zone, hasWholeNames }: RowContext, note: (code: TextNoteCode, field: RecordMember, params?: DnsTextParams) => void): string {
  if (cell === '') {
    note('host_empty', 'host')
    return '@'
  }
  const isAbsolute = /[.。．｡]$/u.test(cell)
  const host = isAbsolute ? null : hostWithin(cell, zone)
  if (host === null) return cell
  if (hasWholeNames !== true) note('host_shortened', 'host', { text: cell, host })
  return host
}

/** A column of priorities has 0 for records that need none, and for values that have theirs in front. */
function priorityFor(type: string, value: string, priority: number | null): number | null {
  return priority === 0 && (!['MX', 'SRV', 'HTTPS', 'SVCB', 'URI', 'NAPTR'].includes(type) || isValueOf(type, value)) ? null : priority
}

/** Several values may stand in one cell: one on each line, or addresses beside each other. */
function valuesOf(type: string, cell: string): string[] {
  const lines = cell
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (type !== 'A' && type !== 'AAAA') return lines
  const parse = type === 'A' ? parseIpv4 : parseIpv6
  return lines.flatMap((line) => {
    const addresses = line.split(/[\s,;|，；、]+/u).filter((part) => part !== '')
    return addresses.length > 1 && addresses.every((address) => refusalOf(() => parse(address)) === undefined) ? addresses : [line]
  })
}

/** Names in cells are whole; but no host is below a top-level domain alone, so one label is a name of the zone. */
function completed(type: string, value: string, zone: string, note: (code: TextNoteCode, field: RecordMember, params?: DnsTextParams) => void): string {
  if (!namedTypes.has(type)) return value
  const [, before = '', name = ''] = /^(.*\s|)(\S+)$/su.exec(value) ?? []
  if (!/^(?:@|[a-z0-9_-]*[a-z][a-z0-9_-]*)$/i.test(name)) return value
  const whole = name === '@' ? `${zone}.` : `${name}.${zone}.`
  note('name_completed', 'value', { text: name, name: whole })
  return `${before}${whole}`
}
