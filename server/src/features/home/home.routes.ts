import type { Route } from '../../http/call.ts'
import type { SegmentTable } from '../../serving/lines/segment-table.ts'
import { dashboardRoutes, type RestartedProcess } from './dashboard/dashboard.routes.ts'
import { licenceRoutes } from './licence/licence.routes.ts'
import { lookupRoutes } from './lookup/lookup.routes.ts'
import { updateRoutes } from './update/update.routes.ts'
import type { ChangelogEntry } from './version/changelog.ts'
import { versionRoutes } from './version/version.routes.ts'

/** What the home screens show of the running platform itself. */
export type HomeParts = {
  version: string
  startedAt: Date
  databaseKind: 'embedded' | 'external'
  hasBuiltInNode: boolean
  dataFolder: string
  installFolder: string
  changelog: readonly ChangelogEntry[]
  segments: SegmentTable
  /** Processes of the platform that had to be started again. */
  restarts: () => RestartedProcess[]
  /** The platform's clock. */
  now: () => Date
  /** How long an answer of the dashboard is shared; its own choice when absent. */
  dashboardSharedMs?: number
}

export function homeRoutes(parts: HomeParts): Route[] {
  return [
    ...dashboardRoutes(parts.now, parts.restarts, parts.dashboardSharedMs),
    ...versionRoutes(parts, parts.changelog),
    ...updateRoutes(parts, parts.now),
    ...licenceRoutes(parts),
    ...lookupRoutes(parts.segments),
  ]
}
