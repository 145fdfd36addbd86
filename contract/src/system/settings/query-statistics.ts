import * as z from 'zod/mini'
import { numeric } from '../../paging.ts'
import { declareSetting } from '../setting-declaration.ts'

/** How much of the disk the statistics of queries may use; what is oldest goes first. */
export const QueryStatistics = z.object({ budgetGigabytes: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(100_000)), 20) })
export type QueryStatistics = z.infer<typeof QueryStatistics>

export const queryStatistics = declareSetting('QUERY_STATISTICS', {
  class: 'node',
  value: QueryStatistics,
  names: { budgetGigabytes: { zh: '磁盘上限（GB）', en: 'Disk limit (GB)' } },
  screen: '/system/config/statistics',
  readBy: 'the job that deletes old query statistics: the disk space they may use',
})
