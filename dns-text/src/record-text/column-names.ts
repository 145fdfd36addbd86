import { cellsOf } from './cells.ts'
import type { Separator } from './cells.ts'
import { isPlatformType, typeCodeOf } from '../record-types.ts'

/** What a column of a table may say of a record. `domain` is the zone, or the whole name where no other column has the host;
 * `proxied` is of Cloudflare alone. */
export type Column = 'host' | 'domain' | 'type' | 'value' | 'line' | 'ttl' | 'weight' | 'priority' | 'status' | 'remark' | 'proxied'

/**
 * Names of columns as files and consoles of DNS providers have them: those of DNSPod, Alibaba Cloud, Huawei Cloud and Cloudflare, and what
 * people write. Compared without case, spaces, signs, and units in brackets.
 */
const namesOf: Readonly<Record<Column, readonly string[]>> = {
  host: [
    ...['主机记录', '主机', '主机名', '主机名称', '主机头', '子域名', '子域', '记录名', '记录名称', '名称', '解析记录', '记录集名称'],
    ...['host', 'hostname', 'hostrecord', 'name', 'record', 'recordname', 'rr', 'subdomain', 'dnsname', 'owner', 'label'],
  ],
  domain: ['域名', '域名名称', '主域名', '完整域名', 'domain', 'domainname', 'zone', 'zonename', 'fqdn'],
  type: ['记录类型', '类型', '解析类型', '记录集类型', 'type', 'recordtype', 'rrtype', 'dnstype', 'recordsettype'],
  value: [
    ...['记录值', '值', '解析值', '内容', '记录内容', '目标', '目标值', '指向', '地址', 'ip', 'ip地址'],
    ...['value', 'recordvalue', 'content', 'data', 'rdata', 'target', 'address', 'ipaddress', 'answer', 'pointsto', 'values', 'records', 'valueroutetrafficto'],
  ],
  line: [
    ...['线路', '解析线路', '线路类型', '线路名称', '解析线路isp', '运营商线路', '请求来源', '解析请求来源', '解析来源'],
    ...['line', 'linetype', 'linename', 'isp', 'ispline', 'resolutionline', 'recordline', 'requestsource', 'dnsrequestsource', 'view', 'splitzone'],
  ],
  ttl: ['ttl', 'ttl值', '生存时间', '缓存时间', 'ttl时间', 'timetolive', 'ttlseconds', 'ttlvalue', 'cachetime'],
  weight: ['权重', '权重值', 'weight', 'weightvalue'],
  priority: ['mx优先级', '优先级', 'mx', 'mx值', 'priority', 'preference', 'mxpriority', 'mxpreference', 'pri', 'prio'],
  status: ['状态', '记录状态', '解析状态', '启用状态', '是否启用', 'status', 'state', 'enabled', 'recordstatus'],
  proxied: ['代理状态', 'proxied', 'proxystatus'],
  remark: ['备注', '描述', '说明', '备注信息', 'remark', 'remarks', 'description', 'comment', 'comments', 'note', 'notes'],
}

const byName = new Map<string, Column>()
for (const [column, names] of Object.entries(namesOf)) for (const name of names) byName.set(name, column as Column)

/** The column of a name in a header; undefined for one that is not known. */
export function columnOf(name: string): Column | undefined {
  const plain = name.toLowerCase().replace(/[\s_*:：./\-"'“”#]/g, '')
  return byName.get(plain) ?? byName.get(plain.replace(/[(（[【].*$/u, '')) ?? byName.get(plain.replace(/[()（）[\]【】]/gu, ''))
}

/** The line that names the columns of a table. */
export interface Header {
  lineNumber: number
  separator: Separator
  /** The column of each cell; null for one that says nothing of a record here. */
  columns: (Column | null)[]
  /** Names of the columns that are not read. */
  ignored: string[]
  /** The unit that the name of the TTL column gives, as TTLs have it; seconds unless it says so. */
  ttlUnit: 's' | 'm' | 'h'
  /** Columns without which no row is a record. */
  missing: Column[]
  start: number
  /** Where its line ends. */
  end: number
}

const separators: readonly Separator[] = ['\t', ',', ';', '|']

/** A type that is no word for anything else: `Alias` and `URL` are columns of other providers too. */
function isTypeOfAll(cell: string): boolean {
  const code = typeCodeOf(cell)
  return code !== undefined && !isPlatformType(code)
}

/** The header that a line is: it names the type and at least one more column, or host and value. */
function headerIn(line: string, lineNumber: number, start: number): Header | undefined {
  for (const separator of separators) {
    if (!line.includes(separator)) continue
    const cells = cellsOf(line, separator)?.cells ?? []
    // A host may be called `host` and point to `target`.
    if (cells.some((cell) => columnOf(cell) === undefined && isTypeOfAll(cell))) continue
    const known = new Set(cells.map(columnOf))
    const hasName = known.has('host') || known.has('domain')
    if (cells.length < 2 || !((known.has('type') && (hasName || known.has('value'))) || (hasName && known.has('value')))) continue
    return { lineNumber, separator, ...columnsOf(cells), start, end: start + line.length }
  }
  return undefined
}

function columnsOf(cells: readonly string[]): Pick<Header, 'columns' | 'ignored' | 'missing' | 'ttlUnit'> {
  const taken = new Set<Column>()
  const ignored: string[] = []
  const hasHost = cells.some((cell) => columnOf(cell) === 'host')
  const columns = cells.map((cell) => {
    const named = columnOf(cell)
    // Without a column of hosts, the domain is that of the record.
    const column = named === 'domain' && !hasHost ? 'host' : named
    if (column !== undefined && !taken.has(column)) {
      taken.add(column)
      return column
    }
    if (cell !== '') ignored.push(cell)
    return null
  })
  const ttlName = cells[columns.indexOf('ttl')] ?? ''
  const ttlUnit = /分|min/i.test(ttlName) ? 'm' : /小时|hour/i.test(ttlName) ? 'h' : 's'
  return { columns, ignored, ttlUnit, missing: (['host', 'type', 'value'] as const).filter((column) => !taken.has(column)) }
}

// Titles and remarks may stand above a table, but not much of them; and names of columns are short.
const linesAboveHeader = 5
const longestHeader = 10_000

/** The header of a text, among its first lines that say something. */
export function headerOf(text: string): Header | undefined {
  let start = text.startsWith('\ufeff') ? 1 : 0
  let seen = 0
  for (let lineNumber = 1; start < text.length && seen < linesAboveHeader; lineNumber += 1) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed
    const line = text.slice(start, end)
    if (line.trim() !== '') {
      const header = line.startsWith(';') || line.length > longestHeader ? undefined : headerIn(line, lineNumber, start)
      if (header !== undefined) return header
      seen += 1
    }
    start = end + 1
  }
  return undefined
}
