import { explain } from '@nameplane/contract/dns/explain'
import { route, type Route } from '../../../http/call.ts'
import { explainRecord, type ServingParts } from './explain.service.ts'

export function explainRoutes(serving: ServingParts): Route[] {
  return [route(explain.record, async ({ db, actor, input }) => ({ data: await explainRecord(db, actor.accessScope, serving, input) }))]
}
