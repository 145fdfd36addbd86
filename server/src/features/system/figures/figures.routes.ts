import { figures } from '@nameplane/contract/system/figures'
import { route, type Route } from '../../../http/call.ts'
import { readDashboard } from '../../home/dashboard/dashboard.store.ts'
import { heldStatistics, readHoldings, readQueue, settingTimes } from './figures.store.ts'

/** `now` is the platform's clock. */
export function figureRoutes(now: () => Date): Route[] {
  return [
    route(figures.cache, async ({ db }) => {
      const [holdings, queue] = await Promise.all([readHoldings(db), readQueue(db)])
      const memory = process.memoryUsage()
      return { data: { ...holdings, queue, process: { residentBytes: memory.rss, heapBytes: memory.heapUsed, uptimeSeconds: Math.floor(process.uptime()) } } }
    }),
    route(figures.settings, async ({ db }) => ({ data: await settingTimes(db) })),
    route(figures.statistics, async ({ db }) => ({ data: await heldStatistics(db) })),
    route(figures.nodesChart, async ({ db, actor }) => ({ data: await readDashboard(db, actor.accessScope, now()) })),
    route(figures.userChart, async ({ db, actor }) => ({ data: await readDashboard(db, actor.accessScope, now()) })),
  ]
}
