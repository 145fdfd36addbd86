import { record } from '@nameplane/contract/dns/record'
import { useCalls } from '../../../../api/queries.ts'
import type { RecordDraft, RecordRow } from '../tray/tray.ts'

/** The saved records at the hosts of these; null until they are known. What could not be read is found by the check before saving. */
export function useSavedAround(domainId: number, drafts: readonly Pick<RecordDraft, 'host'>[]): readonly RecordRow[] | null {
  const hosts = [...new Set(drafts.map(({ host }) => host.toLowerCase()))]
  const replies = useCalls(
    record.list,
    hosts.map((host) => ({ domainId, host, limit: 200 })),
  )
  return replies && replies.flatMap((reply) => reply?.data.list ?? [])
}
