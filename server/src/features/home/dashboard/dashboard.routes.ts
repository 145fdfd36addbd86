import { dashboard } from '@nameplane/contract/home/dashboard'
import { route, type Route } from '../../../http/call.ts'
import { readDashboard } from './dashboard.store.ts'

/** `now` is the platform's clock. */
export function dashboardRoutes(now: () => Date): Route[] {
  // Reading a busy day costs the database most of a second; whoever asks meanwhile gets the same answer.
  let reading: ReturnType<typeof readDashboard> | null = null
  return [
    route(dashboard.chart, async ({ db }) => {
      reading ??= readDashboard(db, now()).finally(() => (reading = null))
      return { data: await reading }
    }),
  ]
}
