import type { FastifyRequest } from 'fastify'
import { nodeEnrolment } from '@nameplane/contract/system/node-enrolment'
import { fileRoute, route, type Route } from '../../../http/call.ts'
import { enrol, makeEnrolment, readEnrolments, removeEnrolments, script, switchNode } from './enrolment.service.ts'

const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`

export function nodeEnrolmentRoutes(now: () => Date): Route[] {
  return [
    route(nodeEnrolment.list, async ({ db }) => ({ data: await readEnrolments(db, now()) })),
    route(nodeEnrolment.save, async ({ db, actor, input, request }) => ({ data: await makeEnrolment(db, actor, input, originOf(request), now()) })),
    route(nodeEnrolment.status, async ({ db, actor, input }) => (await switchNode(db, actor, input.id, input.isEnabled), {})),
    route(nodeEnrolment.delete, async ({ db, actor, input }) => (await removeEnrolments(db, actor, input.ids), {})),
    route(nodeEnrolment.enrol, async ({ db, actor, input, request }) => ({ data: await enrol(db, actor, input.token, originOf(request), now()) })),
    fileRoute(nodeEnrolment.script, async () => ({ fileName: 'nameplane-node-check.sh', contentType: 'text/x-shellscript; charset=utf-8', body: script })),
  ]
}
