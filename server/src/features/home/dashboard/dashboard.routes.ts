import { dashboard } from '@nameplane/contract/home/dashboard'
import { route, type Route } from '../../../http/call.ts'
import { readDashboard } from './dashboard.store.ts'
import { scopeKey } from './reach.ts'

/** How long an answer is given to others who reach the same domains: all tabs that are open cost as much as one. */
const sharedMs = 3_000

/** `now` is the platform's clock. */
export function dashboardRoutes(now: () => Date, shared = sharedMs): Route[] {
  const readings = new Map<string, { reading: ReturnType<typeof readDashboard>; until: number }>()
  return [
    route(dashboard.chart, async ({ db, actor }) => {
      const key = scopeKey(actor.accessScope)
      const known = readings.get(key)
      if (known && performance.now() < known.until) return { data: await known.reading }
      for (const [other, { until }] of readings) if (performance.now() >= until) readings.delete(other)
      const one = { reading: readDashboard(db, actor.accessScope, now()), until: Infinity }
      readings.set(key, one)
      void one.reading.then(
        () => (one.until = performance.now() + shared),
        () => readings.get(key) === one && readings.delete(key),
      )
      return { data: await one.reading }
    }),
  ]
}
