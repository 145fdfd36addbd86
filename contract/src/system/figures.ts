import * as z from 'zod/mini'
import { Dashboard } from '../home/dashboard.ts'
import { endpoint } from '../endpoint.ts'
import { Time } from '../time.ts'

/** Jobs of one name in the queue. */
const Queue = z.object({ name: z.string(), waiting: z.number(), running: z.number(), failed: z.number(), nextTime: z.nullable(Time) })

export const figures = {
  cache: endpoint('GET sys/cdnsys/admin/tool/redis/data', {
    summary: 'Get cached data and queue status. The platform has no separate cache server.',
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
    summary: 'List when each setting was last changed. Settings are not cached, so there is nothing to refresh.',
    access: 'platform.read',
    reply: z.object({ data: z.array(z.object({ paramKey: z.string(), updateTime: Time })) }),
  }),
  statistics: endpoint('GET sys/config/statistics/held', {
    summary: 'Get how much disk space the query statistics use, and from when they are',
    access: 'config_statistics.read',
    reply: z.object({
      data: z.object({
        /** With their indexes. */
        bytes: z.number(),
        /** The start of the oldest partition; null while nothing was counted. */
        since: z.nullable(Time),
      }),
    }),
  }),
  nodesChart: endpoint('GET sys/cdnsys/auth/GetIndexChartData', {
    summary: 'Get dashboard statistics, under the path used by node consoles',
    access: 'dashboard.read',
    reply: z.object({ data: Dashboard }),
  }),
  userChart: endpoint('GET app/dns/user/chart/data', {
    summary: 'Count domains, records and the queries of the last 24 hours, within the data scope of the caller',
    access: 'domain.read',
    users: 'own',
    reply: z.object({ data: z.pick(Dashboard, { time: true, domains: true, records: true, queries: true }) }),
  }),
}

export const logWords = { figures: { zh: '运行数据', en: 'Platform status' } } as const
