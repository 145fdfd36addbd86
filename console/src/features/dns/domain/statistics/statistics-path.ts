import { fillPath } from '../../../../routing/screen.ts'

/** What a domain was asked (spec point 2). */
export const statisticsScreenPath = '/dns/domain/list/admin/{domain}/{id}/{userId}/qps'

export function statisticsPath({ domain, id, userId }: { domain: string; id: number; userId: number }): string {
  return fillPath(statisticsScreenPath, { domain, id, userId })
}
