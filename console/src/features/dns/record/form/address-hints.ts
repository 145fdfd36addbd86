import { relativeHost } from '@nameplane/dns-text/names'
import { refusalOf } from '@nameplane/dns-text/errors'
import { splitFields } from '@nameplane/dns-text/rdata'
import type { RecordDraft, RecordRow, Tray } from '../tray/tray.ts'
import { paramsOf, textOfParams } from './service-params.ts'
import { valueOf, type TypedFields } from './value-fields.ts'

/** The host that an HTTPS or SVCB record's target names inside the domain; null for one outside, or for no name at all. */
export function targetHostOf(type: string, typed: TypedFields, own: { host: string; zone: string }): string | null {
  const joined = valueOf(type, { ...typed, params: '' })
  if (!joined.ok) return null
  const target = splitFields(type, joined.value)['target'] ?? ''
  // A dot is the record's own name (RFC 9460 §2.5.2).
  if (target === '.') return own.host.trim().toLowerCase() || '@'
  const absolute = target.endsWith('.') ? target : `${target}.`
  const zone = `${own.zone}.`
  return refusalOf(() => relativeHost(absolute, zone)) ? null : relativeHost(absolute, zone).toLowerCase()
}

/** The addresses that a host will have once the tray is saved: those of the line, else those of everybody. */
export function addressesAfter(saved: readonly RecordRow[], tray: Tray, wanted: { host: string; type: 'A' | 'AAAA'; line: string }): string[] {
  const inTray = new Set(tray.edits.flatMap((edit) => (edit.op === 'add' ? [] : [edit.id])))
  const records: RecordDraft[] = [
    ...saved.filter((row) => !inTray.has(row.id)),
    ...tray.edits.flatMap((edit) => (edit.op === 'delete' ? [] : [edit.draft])),
  ].filter((record) => record.type === wanted.type && record.status === 1 && (record.host.trim().toLowerCase() || '@') === wanted.host)
  const ofLine = records.filter((record) => record.line === wanted.line)
  return [...new Set((ofLine.length > 0 ? ofLine : records.filter((record) => record.line === 'default')).map((record) => record.value))]
}

/** The key list with these hints in the places of older ones; null for a text that is no list. */
export function withHints(params: string, hints: { ipv4hint: readonly string[]; ipv6hint: readonly string[] }): string | null {
  const rows = paramsOf(params)
  if (!rows) return null
  const kept = rows.flatMap((row) => {
    if (row.key !== 'ipv4hint' && row.key !== 'ipv6hint') return [row]
    return hints[row.key].length > 0 ? [{ key: row.key, value: hints[row.key].join(',') }] : []
  })
  for (const key of ['ipv4hint', 'ipv6hint'] as const)
    if (hints[key].length > 0 && !kept.some((row) => row.key === key)) kept.push({ key, value: hints[key].join(',') })
  return textOfParams(kept)
}
