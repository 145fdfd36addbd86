import { Suspense } from 'react'
import type { Domain } from '@nameplane/contract/dns/domain'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { DomainHead } from '../../../entities/domain/domain-head.tsx'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { useText } from '../../../i18n/messages.ts'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { updateKeys } from './update-key-list.tsx'
import { updateKeyMessages } from './update-key.messages.ts'
import { useUpdateKeyActions } from './use-update-key-actions.ts'

const Add = lazyPart(() => import('./update-key-form.tsx').then((form) => form.AddUpdateKey))
const Edit = lazyPart(() => import('./update-key-form.tsx').then((form) => form.EditUpdateKey))
const Renew = lazyPart(() => import('./update-key-form.tsx').then((form) => form.RenewUpdateKey))

/** The keys by which programs change records of a domain with DNS messages. */
export function UpdateKeyPage() {
  return <OneDomain>{(domain) => <KeysOfDomain domain={domain} />}</OneDomain>
}

function KeysOfDomain({ domain }: { domain: Domain }) {
  const text = useText(updateKeyMessages)
  const list = useList(updateKeys, { domainId: domain.id })
  const { opened, editing, open, close } = useDialogs(list, 'update_key.write')
  const actions = useListActions(list, 'update_key.write', useUpdateKeyActions(open))
  return (
    <>
      <DomainHead domain={domain} page="update" />
      <ListScreen list={list} actions={actions} text={text} isPart>
        <Suspense fallback={null}>
          {opened === 'add' && <Add onClose={close} />}
          {opened === 'edit' && editing && <Edit key={editing.row.id} {...editing} />}
          {opened === 'renew' && editing && <Renew key={editing.row.id} row={editing.row} onClose={close} />}
        </Suspense>
      </ListScreen>
    </>
  )
}
