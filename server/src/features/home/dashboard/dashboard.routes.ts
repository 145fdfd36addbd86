import { dashboard } from '@nameplane/contract/home/dashboard'
import { route, type Route } from '../../../http/call.ts'
import { readDashboard } from './dashboard.store.ts'

/** `now` is the platform's clock. */
export function dashboardRoutes(now: () => Date): Route[] {
  // Reading a busy day costs the database most of a second; whoever reaches as far and asks meanwhile gets the same answer.
  const readings = new Map<string, ReturnType<typeof readDashboard>>()
  return [
    route(dashboard.chart, async ({ db, actor }) => {
      const { accessScope } = actor
      const key = JSON.stringify(accessScope === 'all' ? accessScope : [accessScope.accountId, accessScope.groupIds])
      const reading = readings.get(key) ?? readDashboard(db, accessScope, now()).finally(() => readings.delete(key))
      readings.set(key, reading)
      return { data: await reading }
    }),
  ]
}
