import { fillPath } from '../../routing/screen.ts'

/** The record editor's screen (spec point 2). */
export const recordsScreenPath = '/dns/domain/list/admin/{domain}/{id}/{userId}/record'

/** The record editor of a domain. */
export function recordsPath({ domain, id, userId }: { domain: string; id: number; userId: number }): string {
  return fillPath(recordsScreenPath, { domain, id, userId })
}
