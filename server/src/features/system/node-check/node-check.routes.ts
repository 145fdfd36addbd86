import type { FastifyRequest } from 'fastify'
import { nodeCheckCalls } from '@nameplane/contract/system/node-check'
import { route, type Route } from '../../../http/call.ts'
import { renewKey, showKey } from './node-check-key.ts'
import { checkTasks, listCheckedNodes, takeReport } from './node-check.service.ts'

const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`

export function nodeCheckRoutes(now: () => Date): Route[] {
  return [
    route(nodeCheckCalls.key, async ({ db, actor, request }) => showKey(db, actor, originOf(request))),
    route(nodeCheckCalls.renewKey, async ({ db, actor, request }) => renewKey(db, actor, originOf(request))),
    route(nodeCheckCalls.nodes, async ({ db }) => ({ data: await listCheckedNodes(db, now()) })),
    route(nodeCheckCalls.tasks, async ({ db }) => ({ data: await checkTasks(db) })),
    route(nodeCheckCalls.report, async ({ db, actor, input }) => ({ data: await takeReport(db, actor, input, now()) })),
  ]
}
