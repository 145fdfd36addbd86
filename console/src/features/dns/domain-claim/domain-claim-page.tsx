import { Suspense, useMemo } from 'react'
import { domain } from '@nameplane/contract/dns/domain'
import { domainClaim, type DomainClaim } from '@nameplane/contract/dns/domain-claim'
import { noticeSuccess } from '../../../api/notices.ts'
import { useChange } from '../../../api/queries.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { UserFilter } from '../../../entities/user/user-select.tsx'
import { useText } from '../../../i18n/messages.ts'
import { copyText } from '../../../screen-parts/copy/copy-text.ts'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions, type ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { domainClaims } from './domain-claim-list.tsx'
import { domainClaimMessages } from './domain-claim.messages.ts'

const Request = lazyPart(() => import('./request-dialog.tsx').then((dialog) => dialog.RequestDialog))

/** Domains of others that users have requested, with the TXT records that show who controls them. */
export function DomainClaimPage() {
  const text = useText(domainClaimMessages)
  const list = useList(domainClaims)
  const { opened, open, close } = useDialogs(list, 'domain_claim.write')
  const actions = useListActions(list, 'domain_claim.write', useClaimActions(open))
  return (
    <ListScreen list={list} actions={actions} text={text} filters={<UserFilter list={list} />}>
      <Suspense fallback={null}>{opened === 'add' && <Request onClose={close} />}</Suspense>
    </ListScreen>
  )
}

function useClaimActions(open: (dialog: string) => void): readonly ListAction<DomainClaim>[] {
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
