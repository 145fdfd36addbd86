import { dashboard } from '@nameplane/contract/home/dashboard'
import type { Answered } from '@nameplane/contract/endpoint'
import { route, type Route } from '../../../http/call.ts'
import type { AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { readDashboard } from './dashboard.store.ts'
import { readFirstSteps } from './first-steps.store.ts'
import { scopeKey } from './reach.ts'

/** How long an answer is given to others who reach the same domains: all tabs that are open cost as much as one. */
const sharedMs = 3_000

export type RestartedProcess = Answered<typeof dashboard.chart>['data']['processes'][number]

/** `now` is the platform's clock; `restarts` tells which of its processes had to be started again. */
export function dashboardRoutes(now: () => Date, restarts: () => RestartedProcess[], shared = sharedMs): Route[] {
  const readings = new Map<string, { reading: ReturnType<typeof readDashboard>; until: number }>()
  const read = (db: Db, accessScope: AccessScope): ReturnType<typeof readDashboard> => {
    const key = scopeKey(accessScope)
    const known = readings.get(key)
    if (known && performance.now() < known.until) return known.reading
    for (const [other, { until }] of readings) if (performance.now() >= until) readings.delete(other)
    const one = { reading: readDashboard(db, accessScope, now()), until: Infinity }
    readings.set(key, one)
    void one.reading.then(
      // What is still being read is asked for again.
      ({ queries, domains }) => (one.until = queries && domains ? performance.now() + shared : 0),
      () => readings.get(key) === one && readings.delete(key),
    )
    return one.reading
  }
  return [
    route(dashboard.chart, async ({ db, actor: { accessScope } }) => ({
      // What concerns the platform is shown to those who reach all of it.
      data: { ...(await read(db, accessScope)), processes: accessScope === 'all' ? restarts() : [] },
    })),
    route(dashboard.firstSteps, async ({ db, actor }) => ({ data: await readFirstSteps(db, actor, now()) })),
  ]
}
