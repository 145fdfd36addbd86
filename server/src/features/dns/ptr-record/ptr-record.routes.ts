import { forwardCheckPauseSeconds, ptrRecord } from '@nameplane/contract/dns/ptr-record'
import { limits } from '@nameplane/contract/limits'
import type { Actor } from '../../../access/actor.ts'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { checkForward } from './forward-check.service.ts'
import { generatePtrRecords } from './ptr-pattern.service.ts'
import { addPtrRecord, changePtrRecord, removePtrRecords } from './ptr-record.service.ts'
import { findPlaces, listPtrRecords } from './ptr-record.store.ts'

/** `now` is the platform's steady clock. Checks are counted in this process, as those of name servers are. */
export function ptrRecordRoutes(now: () => Date): Route[] {
  const checkedAt = new Map<number | null, number>()

  function refuseTooOften({ accountId }: Actor): void {
    const nowMs = now().getTime()
    for (const [caller, atMs] of checkedAt) if (nowMs - atMs >= forwardCheckPauseSeconds * 1000) checkedAt.delete(caller)
    if (checkedAt.has(accountId)) throw new Problem('forward_check_too_often', { status: 429, params: { seconds: forwardCheckPauseSeconds } })
    checkedAt.set(accountId, nowMs)
  }

  return [
    route(ptrRecord.list, async ({ db, actor, input }) => ({ data: await listPtrRecords(db, actor.accessScope, input) })),
    route(ptrRecord.save, async ({ db, actor, input }) => ({ data: { id: await addPtrRecord(db, actor, input) } })),
    route(ptrRecord.update, async ({ db, actor, input }) => (await changePtrRecord(db, actor, input), {})),
    route(ptrRecord.delete, async ({ db, actor, input }) => (await removePtrRecords(db, actor, input.ids), {})),
    route(ptrRecord.generate, async ({ db, actor, input }) => ({ data: await generatePtrRecords(db, actor, input) })),
    route(ptrRecord.check, async ({ db, actor, input: { ids } }) => {
      if (ids.length > limits.checkedPtrRecords)
        throw new Problem('too_many_ids', { params: { maximum: limits.checkedPtrRecords }, fields: { ids: 'too_many_ids' } })
      // Records that are not there, or beyond reach, cost nothing.
      if ((await findPlaces(db, actor.accessScope, ids)).length !== new Set(ids).size) throw new Problem('ptr_record_missing')
      refuseTooOften(actor)
      return { data: await checkForward(db, actor, ids, now()) }
    }),
  ]
}
