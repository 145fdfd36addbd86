import type { recordTemplate as calls, TemplateRecord } from '@nameplane/contract/dns/record-template'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { ProblemCode } from '@nameplane/contract/problem-text'
import type { Actor } from '../../../access/actor.ts'
import { change, lockName } from '../../../changes/change.ts'
import { deleteRows, lockAll } from '../../../changes/row-changes.ts'
import type { Db } from '../../../db/connection.ts'
import { lockVersion } from '../../../db/versioned-rows.ts'
import { Problem } from '../../../problem.ts'
import { inSlices } from '../../../serving/zone/slices.ts'
import { faultsOf } from './record-template.check.ts'
import { countTemplates, findTemplate, insertTemplate, unknownLines, updateTemplate } from './record-template.store.ts'

type Sent = Received<typeof calls.save>

const missing = 'record_template_missing'

export async function readTemplate(db: Db, id: number): Promise<Answered<typeof calls.detail>['data']> {
  const found = await findTemplate(db, id)
  if (!found) throw new Problem(missing)
  return found
}

/** @throws Problem what is wrong with which field of which record */
async function refuseWrong(db: Db, records: readonly TemplateRecord[]): Promise<void> {
  const fields: Record<string, ProblemCode> = {}
  const params: Record<string, Record<string, unknown>> = {}
  const unknown = await unknownLines(db, [...new Set(records.map(({ line }) => line))])
  const faults = await inSlices(faultsOf(records))
  for (const [index, { line }] of records.entries()) {
    for (const fault of faults.get(index) ?? []) {
      const path = `records.${index}.${fault.field}`
      if (path in fields) continue
      fields[path] = fault.code
      params[path] = fault.params
    }
    if (unknown.has(line)) fields[`records.${index}.line`] = 'line_missing'
  }
  const [path, ...others] = Object.keys(fields)
  if (path === undefined) return
  // One wrong field names itself (docs/decisions/0003-one-wrong-field.md).
  if (others.length === 0) throw new Problem(fields[path]!, { fields, params: { ...params[path], ...params } })
  throw new Problem('invalid_input', { fields, params })
}

const writtenOf = ({ name, remark, records }: Sent) => ({ name, remark, records })

export async function createTemplate(db: Db, actor: Actor, sent: Sent): Promise<number> {
  await refuseWrong(db, sent.records)
  return change(db, actor, 'record_template.create', async ({ tx, audit }) => {
    // Counted by one writer at a time.
    await lockName(tx, 'record templates')
    if ((await countTemplates(tx)) >= limits.recordTemplates) throw new Problem('record_templates_full', { params: { maximum: limits.recordTemplates } })
    const after = writtenOf(sent)
    const id = await insertTemplate(tx, after)
    audit({ type: 'record_template', id, name: sent.name, after })
    return id
  })
}

export async function changeTemplate(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  await refuseWrong(db, sent.records)
  await change(db, actor, 'record_template.update', async ({ tx, audit }) => {
    const before = await lockVersion(tx, 'record_template', sent, 'everywhere', missing)
    const after = writtenOf(sent)
    await updateTemplate(tx, sent.id, after)
    audit({ type: 'record_template', id: sent.id, name: before.name, before: { name: before.name, remark: before.remark, records: before.records }, after })
  })
}

export async function removeTemplates(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'record_template.delete', async (work) => {
    await deleteRows(work, 'record_template', await lockAll(work, 'record_template', ids, missing))
  })
}
