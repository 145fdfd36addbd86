import { limits } from '@nameplane/contract/limits'
import { printTypeName, typeCodeOf } from '@nameplane/dns-text/record-types'
import type { RecordDraft } from '../tray/tray.ts'
import { ttlOf } from '../../../../entities/record/ttl-text.ts'

export type PastedRow = { readonly lineNumber: number; readonly draft: RecordDraft }
export type PastedRows = { readonly rows: readonly PastedRow[]; readonly refused: readonly { lineNumber: number; text: string }[] }

/**
 * Rows of a spreadsheet or of plain text: host, type, value and, if there, TTL, line, weight and remark, separated by tabs.
 * Without tabs: host, optional TTL, optional class IN, type, and the rest is the value, as in a zone file.
 */
export function readPastedRows(text: string, defaultTtlSeconds: number): PastedRows {
  const rows: PastedRow[] = []
  const refused: { lineNumber: number; text: string }[] = []
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === '') return
    const draft = line.includes('\t')
      ? fromCells(
          line.split('\t').map((cell) => cell.trim()),
          defaultTtlSeconds,
        )
      : fromWords(line.trim(), defaultTtlSeconds)
    if (draft) rows.push({ lineNumber: index + 1, draft })
    else refused.push({ lineNumber: index + 1, text: line.trim() })
  })
  return { rows, refused }
}

function typeOf(text: string): string | null {
  const code = typeCodeOf(text.toUpperCase())
  return code === undefined ? null : printTypeName(code)
}

function fromCells(
  [host = '', typeText = '', value = '', ttlText = '', line = '', weightText = '', remark = '']: string[],
  defaultTtlSeconds: number,
): RecordDraft | null {
  const type = typeOf(typeText)
  const ttl = ttlText === '' ? defaultTtlSeconds : ttlOf(ttlText)
  const weight = weightText === '' ? null : Number(weightText)
  if (!type || value === '' || ttl === null || (weight !== null && !(Number.isInteger(weight) && weight >= 0 && weight <= limits.recordWeight.max))) return null
  return { host: host || '@', type, line: line || 'default', value, ttl, weight, remark, status: 1 }
}

function fromWords(text: string, defaultTtlSeconds: number): RecordDraft | null {
  const match = /^(\S+)\s+(?:(\d\S*)\s+)?(?:IN\s+)?([A-Za-z][A-Za-z0-9-]*)\s+(\S.*)$/i.exec(text)
  if (!match) return null
  const [, host = '@', ttlText, typeText = '', value = ''] = match
  const type = typeOf(typeText)
  const ttl = ttlText === undefined ? defaultTtlSeconds : ttlOf(ttlText)
  return type && ttl !== null ? { host, type, line: 'default', value, ttl, weight: null, remark: '', status: 1 } : null
}
