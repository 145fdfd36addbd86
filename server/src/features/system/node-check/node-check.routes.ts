import type { FastifyRequest } from 'fastify'
import { nodeCheck } from '@nameplane/contract/system/node-check'
import { fileRoute, route, type Route } from '../../../http/call.ts'
import { renewKey, showKey } from './node-check-key.ts'
import { checkPlan, checkTasks, listCheckedNodes, refuseDisabled, takeReport } from './node-check.service.ts'

const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`

export function nodeCheckRoutes(now: () => Date): Route[] {
  return [
    route(nodeCheck.key, async ({ db, actor, request }) => showKey(db, actor, originOf(request))),
    route(nodeCheck.renewKey, async ({ db, actor, request }) => renewKey(db, actor, originOf(request))),
    route(nodeCheck.nodes, async ({ db, language }) => ({ data: await listCheckedNodes(db, language, now()) })),
    route(nodeCheck.tasks, async ({ db, actor }) => {
      await refuseDisabled(db, actor)
      return { data: await checkTasks(db) }
    }),
    fileRoute(nodeCheck.plan, async ({ db, actor }) => ({
      fileName: 'plan.txt',
      contentType: 'text/plain; charset=utf-8',
      body: await checkPlan(db, await refuseDisabled(db, actor)),
    })),
    route(nodeCheck.report, async ({ db, actor, input }) => {
      const own = await refuseDisabled(db, actor)
      return { data: await takeReport(db, actor, own ? { ...input, reporter: own.name } : input, now()) }
    }),
  ]
}
