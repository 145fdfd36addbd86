import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/connection.ts'
import { captchaRoute } from '../features/account/session/captcha.route.ts'
import { preferenceRoutes } from '../features/account/preference/preference.routes.ts'
import { sessionRoutes } from '../features/account/session/session.routes.ts'
import { authenticate } from '../features/account/session/session.service.ts'
import { savedFilterRoutes } from '../features/account/saved-filter/saved-filter.routes.ts'
import { userRoutes } from '../features/account/user/user.routes.ts'
import { domainRoutes } from '../features/dns/domain/domain.routes.ts'
import { explainRoutes } from '../features/dns/explain/explain.routes.ts'
import type { ServingParts } from '../features/dns/explain/explain.service.ts'
import { lineRoutes } from '../features/dns/line/line.routes.ts'
import { recordRoutes } from '../features/dns/record/record.routes.ts'
import { serviceGroupRoutes } from '../features/dns/service-group/service-group.routes.ts'
import { searchRoutes } from '../features/home/search/search.routes.ts'
import { homeRoutes, type HomeParts } from '../features/home/home.routes.ts'
import type { Route } from '../http/call.ts'
import { createHttpServer } from '../http/server.ts'

export type AppOptions = {
  db: Db
  /** Deployment mode of the spec: empty, 176, 179 or tw. */
  mode: string
  home: HomeParts
  serving: ServingParts
  log?: (line: Record<string, unknown>) => void
}

/** Every feature's routes, one line each. */
export function allRoutes(options: AppOptions): Route[] {
  return [
    ...sessionRoutes(options.mode),
    ...userRoutes,
    ...savedFilterRoutes,
    ...preferenceRoutes,
    ...searchRoutes,
    ...domainRoutes,
    ...recordRoutes,
    ...serviceGroupRoutes,
    ...lineRoutes,
    ...explainRoutes(options.serving),
    ...homeRoutes(options.home),
  ]
}

/** The whole API on one database; it listens when the caller says so. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = await createHttpServer({ db: options.db, routes: allRoutes(options), authenticate, ...(options.log ? { log: options.log } : {}) })
  captchaRoute(app, options.db)
  return app
}
