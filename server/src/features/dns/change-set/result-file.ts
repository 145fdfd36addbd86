import { changeSetRowStateWords, fieldNames } from '@nameplane/contract/dns/change-set'
import { fieldNames as commonNames } from '@nameplane/contract/field-names'
import { isProblemCode, problemText, type Language } from '@nameplane/contract/problems'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import type { FileAnswer } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { tableFile } from '../../../spreadsheet/table-file.ts'
import { findSet, readRows } from './change-set.store.ts'

const names = { ...commonNames, ...fieldNames }
const columns = ['domain', 'state', 'problem', 'added', 'updated', 'deleted', 'unchanged', 'version', 'endTime'] as const

function textOf(code: string, params: Record<string, unknown>, language: Language): string {
  return isProblemCode(code) ? problemText(code, language, params) : code
}

function located(text: string, lineNumber: unknown, language: Language): string {
  if (typeof lineNumber !== 'number') return text
  return language === 'zh' ? `第 ${lineNumber} 行：${text}` : `Line ${lineNumber}: ${text}`
}

/** Lines that an import went on without. */
function skippedText({ lines }: Record<string, unknown>, language: Language): string {
  if (!Array.isArray(lines)) return ''
  const told = lines as { lineNumber: number | null; code: string; params: Record<string, unknown> }[]
  return told.map(({ lineNumber, code, params }) => located(textOf(code, params, language), lineNumber, language)).join('\n')
}

/** What became of each domain of a set, as CSV. @throws Problem change_set_missing */
export async function resultFile(db: Db, actor: Actor, id: number, language: Language): Promise<FileAnswer> {
  if (!(await findSet(db, actor, id))) throw new Problem('change_set_missing')
  const rows = await readRows(db, actor, id)
  const cells = rows.map((row) => [
    row.domain,
    changeSetRowStateWords[row.state][language],
    row.problem === null ? skippedText(row.params, language) : located(textOf(row.problem, row.params, language), row.params['lineNumber'], language),
    row.added,
    row.updated,
    row.deleted,
    row.unchanged,
    row.version ?? '',
    row.endTime?.toISOString() ?? '',
  ])
  async function* batches() {
    yield cells
  }
  return tableFile({ name: `change-set-${id}`, format: 'csv', header: columns.map((name) => names[name][language]), batches: batches(), cutNote: '' })
}
