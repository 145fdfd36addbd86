import type { providerZone as calls } from '@nameplane/contract/dns/provider-zone'
import type { Answered } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { remarkCell } from '@nameplane/dns-text/record-text/row-record'
import type { ProviderRecord } from '../../../integrations/dns-provider/dns-provider.ts'
import type { Cell } from '../../../spreadsheet/cell.ts'
import { csvText } from '../../../spreadsheet/csv.ts'
import { hostCell } from '../record/import/record-table.ts'

/* Records of another provider as the table that the import reads: what is unknown there is refused there, row by row. */

type Notes = Answered<typeof calls.read>['data']['notes']

const header = ['Host', 'Type', 'Line', 'Value', 'TTL', 'Weight', 'Priority', 'Status', 'Remark']
const batchRows = 1000

/** The table, and what was decided before it was one. */
export async function providerTable(zone: string, records: readonly ProviderRecord[]): Promise<{ text: string; notes: Notes }> {
  const { rows, notes } = withWeights(records)
  const isProxied = records.some((record) => record.isProxied !== null)
  const cells = rows.map((record) => [...cellsOf(record, zone), ...(isProxied ? [record.isProxied === true ? 'true' : 'false'] : [])])
  let text = ''
  for await (const piece of csvText([...header, ...(isProxied ? ['Proxied'] : [])], batchesOf(cells))) text += piece
  // The mark of spreadsheets.
  return { text: text.replace(/^\ufeff/, ''), notes }
}

function cellsOf({ host, type, line, value, ttl, weight, priority, status, remark }: ProviderRecord, zone: string): Cell[] {
  const isWhole = host.endsWith('.')
  return [isWhole ? relativeHost(host, zone) : hostCell(host, zone), type, line, value, ttl ?? '', weight ?? '', priority ?? '', status, remarkCell(remark)]
}

/** A whole name as people read it in this zone; one that is elsewhere stays, so that the reader refuses it. */
function relativeHost(name: string, zone: string): string {
  const written = name.toLowerCase()
  if (written === `${zone}.`) return '@'
  return written.endsWith(`.${zone}.`) ? hostCell(name.slice(0, -zone.length - 2), zone) : name
}

async function* batchesOf(rows: readonly Cell[][]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < rows.length; from += batchRows) yield rows.slice(from, from + batchRows)
}

/**
 * Weights as they are meant here, where a weight makes a set one of which a single record is answered. Providers give every record a
 * weight, so equal ones say nothing; some have greater ones, and some give one to several values together.
 */
function withWeights(records: readonly ProviderRecord[]): { rows: ProviderRecord[]; notes: Notes } {
  const sets = new Map<string, ProviderRecord[]>()
  for (const record of records) {
    if (record.weight === null) continue
    const key = `${record.host.toLowerCase()}\u0000${record.type}\u0000${record.line}`
    const set = sets.get(key)
    if (set) set.push(record)
    else sets.set(key, [record])
  }
  const weights = new Map<ProviderRecord, number | null>()
  let [equal, shared, scaled] = [0, 0, 0]
  for (const set of sets.values()) {
    const most = Math.max(...set.map((record) => record.weight!))
    const isEqual = set.every((record) => record.weight === most)
    if (isEqual && set.length > 1) equal += set.length
    if (!isEqual) shared += set.some((record) => record.valuesOfSet > 1) ? 1 : 0
    if (!isEqual && most > limits.recordWeight.max) scaled += set.length
    for (const record of set) weights.set(record, isEqual ? null : withinLimit(record.weight!, most))
  }
  const notes = Object.entries({ provider_weights_equal: equal, provider_weights_shared: shared, provider_weights_scaled: scaled })
  return {
    rows: records.map((record) => ({ ...record, weight: weights.get(record) ?? null })),
    notes: notes.filter(([, count]) => count > 0).map(([code, count]) => ({ code, params: { count } })),
  }
}

/** One that is answered seldom is not to be answered never. */
function withinLimit(weight: number, most: number): number {
  const { max } = limits.recordWeight
  return most <= max || weight === 0 ? weight : Math.max(1, Math.round((weight * max) / most))
}
