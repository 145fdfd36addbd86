import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Time } from '../time.ts'

export const version = {
  detail: endpoint('GET sys/dns/GetVersionData', {
    summary: 'Get the versions of the platform and its components, and the data behind the lines',
    access: 'dashboard.read',
    reply: z.object({
      data: z.object({
        product: z.string(),
        node: z.string(),
        /** The database server's own version; `embedded` when this server runs it. */
        postgresql: z.string(),
        databaseKind: z.enum(['embedded', 'external']),
        platform: z.string(),
        /** The built-in node's version; null when it is turned off. */
        builtInNode: z.nullable(z.string()),
        /** The address data: version of the package, day of the snapshot as `YYYY-MM-DD` where the version tells it. */
        addressData: z.array(z.object({ name: z.string(), version: z.string(), day: z.nullable(z.string()) })),
        /** Whose data the lines rest on, to be shown with them. */
        sources: z.array(z.object({ name: z.string(), link: z.string(), licence: z.string(), licenceLink: z.string() })),
        startTime: Time,
      }),
    }),
  }),
  updateLog: endpoint('GET app/common/web/update/log', {
    summary: 'List the changes of each version, newest first',
    access: 'session',
    users: 'own',
    reply: z.object({
      data: z.object({
        list: z.array(
          z.object({
            version: z.string(),
            /** `YYYY-MM-DD`; null for a version that is not released. */
            day: z.nullable(z.string()),
            zh: z.array(z.string()),
            en: z.array(z.string()),
          }),
        ),
        totalCount: z.number(),
      }),
    }),
  }),
}

export const rights = { 'platform.read': { zh: '查看系统运行数据', en: 'View platform status' } } as const

export const logWords = { version: { zh: '版本', en: 'Version' } } as const
