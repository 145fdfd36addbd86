import { Suspense, useMemo, type ReactNode } from 'react'
import { apiToken, type ApiToken } from '@nameplane/contract/account/api-token'
import { useChange } from '../../../../api/queries.ts'
import { useCallerId } from '../../../../api/rights.ts'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { useText } from '../../../../i18n/messages.ts'
import { ListScreen } from '../../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../../screen-parts/list/use-dialogs.ts'
import { useListActions, type ListAction } from '../../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../../screen-parts/list/use-list.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { apiTokenList } from './api-token-list.tsx'
import { apiTokenMessages } from './api-token.messages.ts'

const AddApiToken = lazyPart(() => import('./api-token-form.tsx').then((form) => form.AddApiToken))
const EditApiToken = lazyPart(() => import('./api-token-form.tsx').then((form) => form.EditApiToken))

/** Keys by which programs call the API. */
export function ApiTokenPage({ title, tabs }: { title: string; tabs: ReactNode }) {
  const text = useText(apiTokenMessages)
  const words = useText(partsMessages)
  const list = useList(apiTokenList)
  const { opened, editing, open, close } = useDialogs(list, 'api_token.write')
  const callerId = useCallerId()
  const remove = useChange(apiToken.delete, { invalidates: [apiToken.list], success: 'deleted' }).run
  const actions = useListActions(
    list,
    'api_token.write',
    useMemo(
      (): ListAction<ApiToken>[] => [
        { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
        { key: 'edit', label: words.edit, on: 'row', refusal: (row) => (row.userId === callerId ? null : text.notOwn), run: ([row]) => open('edit', row) },
        {
          key: 'delete',
          label: words.delete,
          on: 'rows',
          right: 'api_token.delete',
          isDangerous: true,
          ask: text.deleteAsk,
          run: (rows) => remove({ ids: rows.map((row) => row.id) }),
        },
      ],
      [text, words, callerId, open, remove],
    ),
  )
  return (
    <ListScreen list={list} actions={actions} text={{ ...text, title }} tabs={tabs}>
      <Suspense fallback={null}>
        {opened === 'add' && <AddApiToken onClose={close} />}
        {opened === 'edit' && editing && <EditApiToken key={editing.row.id} {...editing} />}
      </Suspense>
    </ListScreen>
  )
}
