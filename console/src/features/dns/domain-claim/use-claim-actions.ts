import { useMemo } from 'react'
import { domain } from '@nameplane/contract/dns/domain'
import { domainClaim, type DomainClaim } from '@nameplane/contract/dns/domain-claim'
import { noticeSuccess } from '../../../api/notices.ts'
import { useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { copyText } from '../../../screen-parts/copy/copy-text.ts'
import type { ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { domainClaimMessages } from './domain-claim.messages.ts'

/** What can be done with requested domains: they are checked as long as they wait. */
export function useClaimActions(open: (dialog: string) => void): readonly ListAction<DomainClaim>[] {
  const text = useText(domainClaimMessages)
  const words = useText(partsMessages)
  const check = useChange(domainClaim.check, { invalidates: [domainClaim.list, domain.list, domain.detail], success: null }).run
  const remove = useChange(domainClaim.delete, { invalidates: [domainClaim.list], success: 'deleted' }).run
  return useMemo((): ListAction<DomainClaim>[] => {
    const refusal = ({ state }: DomainClaim): string | null => (state === 'waiting' ? null : text.over)
    return [
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      {
        key: 'check',
        label: text.check,
        on: 'rows',
        isQuick: true,
        refusal,
        run: async (rows) => {
          const outcome = await check({ ids: rows.map(({ id }) => id) })
          if (outcome.isDone) noticeSuccess(text.checked(outcome.reply.data.retrieved, outcome.reply.data.waiting))
          return outcome
        },
      },
      { key: 'copy-name', label: text.copyName, on: 'row', right: null, run: ([row]) => copyText(row!.recordName) },
      { key: 'copy-value', label: text.copyValue, on: 'row', right: null, run: ([row]) => copyText(row!.recordValue) },
      {
        key: 'copy-all',
        label: text.copyAll,
        on: 'ticked',
        right: null,
        run: (rows) => copyText(rows.map(({ recordName, recordValue }) => `${recordName}. IN TXT "${recordValue}"`).join('\n')),
      },
      {
        key: 'delete',
        label: words.delete,
        on: 'rows',
        right: 'domain_claim.delete',
        isDangerous: true,
        ask: text.deleteAsk,
        run: (rows) => remove({ ids: rows.map(({ id }) => id) }),
      },
    ]
  }, [text, words, open, check, remove])
}
