import { Suspense, useMemo } from 'react'
import type { Domain } from '@nameplane/contract/dns/domain'
import { updateKey, type UpdateKey } from '@nameplane/contract/dns/update-key'
import { useChange } from '../../../api/queries.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { DomainHead } from '../../../entities/domain/domain-head.tsx'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { useText } from '../../../i18n/messages.ts'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions, type ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { updateKeys } from './update-key-list.tsx'
import { updateKeyMessages } from './update-key.messages.ts'

const Add = lazyPart(() => import('./update-key-form.tsx').then((form) => form.AddUpdateKey))
const Edit = lazyPart(() => import('./update-key-form.tsx').then((form) => form.EditUpdateKey))
const Renew = lazyPart(() => import('./update-key-form.tsx').then((form) => form.RenewUpdateKey))

/** The keys by which programs change records of a domain with DNS messages. */
export function UpdateKeyPage() {
  return <OneDomain>{(domain) => <KeysOfDomain domain={domain} />}</OneDomain>
}

function KeysOfDomain({ domain }: { domain: Domain }) {
  const text = useText(updateKeyMessages)
  const words = useText(partsMessages)
  const list = useList(updateKeys, { domainId: domain.id })
  const { opened, editing, open, close } = useDialogs(list, 'update_key.write')
  const remove = useChange(updateKey.delete, { invalidates: [updateKey.list], success: 'deleted' }).run
  const actions = useListActions(
    list,
    'update_key.write',
    useMemo(
      (): ListAction<UpdateKey>[] => [
        { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
        { key: 'edit', label: words.edit, on: 'row', isQuick: true, run: ([row]) => open('edit', row) },
        { key: 'renew', label: text.renew, on: 'row', run: ([row]) => open('renew', row) },
        {
          key: 'delete',
          label: words.delete,
          on: 'rows',
          right: 'update_key.delete',
          isDangerous: true,
          ask: text.deleteAsk,
          run: (rows) => remove({ ids: rows.map(({ id }) => id) }),
        },
      ],
      [text, words, open, remove],
    ),
  )
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
