import { fillPath } from '../../../routing/screen.ts'

/** The record editor of a domain. */
export function recordsPath(domain: string, id: number, userId: number): string {
  return fillPath('/dns/domain/list/admin/{domain}/{id}/{userId}/record', { domain, id, userId })
}
