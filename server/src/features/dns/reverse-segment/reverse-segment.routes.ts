import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import {
  activateSegments,
  changeSegment,
  processSegments,
  rejectSegments,
  removeSegments,
  requestSegment,
  resubmitSegments,
} from './reverse-segment.service.ts'
import { listSegments, readDelegation } from './reverse-segment.store.ts'

/** `now` is the platform's clock, by which a segment is due. */
export function reverseSegmentRoutes(now: () => Date): Route[] {
  return [
    route(reverseSegment.list, async ({ db, actor, input }) => ({ data: await listSegments(db, actor.accessScope, input) })),
    route(reverseSegment.detail, async ({ db, actor, input }) => {
      const data = await readDelegation(db, actor.accessScope, input.id)
      if (!data) throw new Problem('reverse_segment_missing')
      return { data }
    }),
    route(reverseSegment.save, async ({ db, actor, input }) => ({ data: { id: await requestSegment(db, actor, input) } })),
    route(reverseSegment.update, async ({ db, actor, input }) => (await changeSegment(db, actor, input), {})),
    route(reverseSegment.submit, async ({ db, actor, input }) => (await resubmitSegments(db, actor, input.ids), {})),
    route(reverseSegment.process, async ({ db, actor, input }) => (await processSegments(db, actor, input.ids, now()), {})),
    route(reverseSegment.activate, async ({ db, actor, input }) => (await activateSegments(db, actor, input.ids), {})),
    route(reverseSegment.reject, async ({ db, actor, input }) => (await rejectSegments(db, actor, input.ids, input.reason), {})),
    route(reverseSegment.delete, async ({ db, actor, input }) => (await removeSegments(db, actor, input.ids), {})),
  ]
}
