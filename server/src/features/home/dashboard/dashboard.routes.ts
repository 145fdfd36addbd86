import { dashboard } from '@nameplane/contract/home/dashboard'
import { route, type Route } from '../../../http/call.ts'
import { readDashboard } from './dashboard.store.ts'

/** `now` is the platform's clock. */
export function dashboardRoutes(now: () => Date): Route[] {
  return [route(dashboard.chart, async ({ db }) => ({ data: await readDashboard(db, now()) }))]
}
