import { changeSet } from '@nameplane/contract/dns/change-set'
import { fileRoute, route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { textOfWorkbook } from '../record/import/record-workbook.ts'
import { approveSet, declineSet, differenceOf } from './approval.ts'
import {
  cancelSet,
  retrySet,
  submitDomainCreate,
  submitRecordCreate,
  submitRecordImport,
  submitRecordSave,
  submitRecordUpdate,
  undoSet,
} from './change-set.service.ts'
import { findSet, listRows, listSets } from './change-set.store.ts'
import { exportDomains } from './export-file.ts'
import { resultFile } from './result-file.ts'
import { stopWatch } from './watch-undo.ts'
import { readWatch } from './watch-view.ts'

export const changeSetRoutes: Route[] = [
  route(changeSet.recordUpdate, async ({ db, actor, input }) => ({ data: await submitRecordUpdate(db, actor, input) })),
  route(changeSet.recordCreate, async ({ db, actor, input }) => ({ data: await submitRecordCreate(db, actor, input) })),
  route(changeSet.recordSave, async ({ db, actor, input }) => ({ data: await submitRecordSave(db, actor, input) })),
  route(changeSet.recordImport, async ({ db, actor, input }) => ({ data: await submitRecordImport(db, actor, input) })),
  route(changeSet.workbook, async ({ input }) => ({ data: await textOfWorkbook(input.content, input.sheet) })),
  route(changeSet.domainCreate, async ({ db, actor, input }) => ({ data: await submitDomainCreate(db, actor, input) })),
  fileRoute(changeSet.recordExport, async ({ db, actor, input, language }) => exportDomains(db, actor.accessScope, input, language)),
  route(changeSet.list, async ({ db, actor, input }) => ({ data: await listSets(db, actor, input) })),
  route(changeSet.detail, async ({ db, actor, input }) => {
    const set = await findSet(db, actor, input.id)
    if (!set) throw new Problem('change_set_missing')
    return { data: { ...set, watch: await readWatch(db, actor, input.id) } }
  }),
  route(changeSet.rows, async ({ db, actor, input }) => {
    if (!(await findSet(db, actor, input.changeSetId))) throw new Problem('change_set_missing')
    return { data: await listRows(db, actor, input) }
  }),
  fileRoute(changeSet.result, async ({ db, actor, input, language }) => resultFile(db, actor, input.id, language)),
  route(changeSet.difference, async ({ db, actor, input }) => ({ data: await differenceOf(db, actor, input.id) })),
  route(changeSet.approve, async ({ db, actor, input }) => (await approveSet(db, actor, input), {})),
  route(changeSet.decline, async ({ db, actor, input }) => (await declineSet(db, actor, input), {})),
  route(changeSet.cancel, async ({ db, actor, input }) => (await cancelSet(db, actor, input.id), {})),
  route(changeSet.retry, async ({ db, actor, input }) => ({ data: { domains: await retrySet(db, actor, input.id) } })),
  route(changeSet.stopWatch, async ({ db, actor, input }) => (await stopWatch(db, actor, input.id), {})),
  route(changeSet.undo, async ({ db, actor, input }) => ({ data: { id: await undoSet(db, actor, input.id) } })),
]
