import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dynamicUpdatePath } from '@nameplane/contract/dns/dynamic-host'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { updateDynamically, type UpdateAnswer, type Uses } from './dynamic-update.ts'

type Parts = {
  /** The platform's steady clock. */
  now: () => Date
  /** Throws the Problem that stands against every write. */
  mayWrite?: (() => Promise<void>) | undefined
  log: (line: Record<string, unknown>) => void
}

/** Requests of one client address in a minute, whoever sends them. */
const mostRequests = 60

/** Mounts the update protocol beside the contract. A fault is told in its words too: clients read nothing else. */
export async function dynamicUpdateRoute(app: FastifyInstance, db: Db, { now, mayWrite, log }: Parts): Promise<void> {
  const uses: Uses = new Map()
  const options = {
    config: { rateLimit: { max: mostRequests, timeWindow: '1 minute' } },
    errorHandler: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      if (error.statusCode !== 429) throw error
      // Not `abuse`, which ends many clients for good: others behind the address may have sent the requests.
      return reply.code(429).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('911\n')
    },
  }
  app.get(dynamicUpdatePath, options, async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    const sent = {
      authorization: request.headers.authorization,
      query: request.query as Record<string, unknown>,
      address: request.ip,
      agent: String(request.headers['user-agent'] ?? '').slice(0, 300),
      requestId: request.id,
    }
    let answer: UpdateAnswer
    try {
      await mayWrite?.()
      answer = await updateDynamically(db, sent, { uses, now: now() })
    } catch (error) {
      if (!(error instanceof Problem))
        log({ level: 'error', event: 'dynamic_update', requestId: request.id, error: error instanceof Error ? error.message : String(error) })
      answer = { isRefused: false, lines: ['911'] }
    }
    if (answer.isRefused) reply.code(401).header('www-authenticate', 'Basic realm="dynamic update"')
    return reply.send(`${answer.lines.join('\n')}\n`)
  })
}
