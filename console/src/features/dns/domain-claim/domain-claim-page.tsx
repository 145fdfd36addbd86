import { Suspense } from 'react'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { UserFilter } from '../../../entities/user/user-select.tsx'
import { useText } from '../../../i18n/messages.ts'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { domainClaims } from './domain-claim-list.tsx'
import { domainClaimMessages } from './domain-claim.messages.ts'
import { useClaimActions } from './use-claim-actions.ts'

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
