import * as z from 'zod/mini'
import { Dashboard } from '../home/dashboard.ts'
import { endpoint } from '../endpoint.ts'
import { Time } from '../time.ts'

/** Jobs of one name in the queue. */
const Queue = z.object({ name: z.string(), waiting: z.number(), running: z.number(), failed: z.number(), nextTime: z.nullable(Time) })

export const figures = {
  cache: endpoint('GET sys/cdnsys/admin/tool/redis/data', {
    summary: 'What this platform holds for a short time, and how its queue stands: it has no separate cache server',
    access: 'platform.read',
    reply: z.object({
      data: z.object({
        /** Reads that the database answered from memory, 0 to 1; null while it has counted none. */
        bufferHitRatio: z.nullable(z.number()),
        databaseBytes: z.number(),
        connections: z.number(),
        sessions: z.number(),
        captchas: z.number(),
        lockedSubjects: z.number(),
        /** Domains a node does not serve yet as they are saved. */
        pendingPublications: z.number(),
        /** This process. */
        process: z.object({ residentBytes: z.number(), heapBytes: z.number(), uptimeSeconds: z.number() }),
        queue: z.array(Queue),
      }),
    }),
  }),
  settings: endpoint('GET sys/cdnsys/auth/update/static/variable', {
    summary: 'When each setting was last changed. No process keeps settings in memory, so that there is never an old one to replace',
    access: 'platform.read',
    reply: z.object({ data: z.array(z.object({ paramKey: z.string(), updateTime: Time })) }),
  }),
  nodesChart: endpoint('GET sys/cdnsys/auth/GetIndexChartData', {
    summary: 'The figures of the dashboard, under the path that nodes’ consoles use',
    access: 'dashboard.read',
    reply: z.object({ data: Dashboard }),
  }),
  userChart: endpoint('GET app/dns/user/chart/data', {
    summary: 'Domains, records and the queries of the last 24 hours, as far as the caller’s domains reach',
    access: 'domain.read',
    users: 'own',
    reply: z.object({ data: z.pick(Dashboard, { time: true, domains: true, records: true, queries: true }) }),
  }),
}
