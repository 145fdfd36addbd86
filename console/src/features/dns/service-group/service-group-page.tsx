import { Suspense, useMemo } from 'react'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { problemText } from '@nameplane/contract/problem-text'
import { useChange } from '../../../api/queries.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions, type ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { serviceGroupList, type GroupRow } from './service-group-list.tsx'
import { serviceGroupMessages } from './service-group.messages.ts'

const AddServiceGroup = lazyPart(() => import('./service-group-form.tsx').then((form) => form.AddServiceGroup))
const EditServiceGroup = lazyPart(() => import('./service-group-form.tsx').then((form) => form.EditServiceGroup))

export function ServiceGroupPage() {
  const language = useLanguage()
  const text = useText(serviceGroupMessages)
  const words = useText(partsMessages)
  const list = useList(serviceGroupList)
  const { opened, editing, open, close } = useDialogs(list)
  const remove = useChange(serviceGroup.delete, { invalidates: [serviceGroup.list], success: 'deleted' }).run
  const actions = useListActions(
    list,
    'service_group.write',
    useMemo(
      (): ListAction<GroupRow>[] => [
        { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
        { key: 'edit', label: words.edit, on: 'row', isQuick: true, run: ([group]) => open('edit', group) },
        {
          key: 'delete',
          label: words.delete,
          on: 'rows',
          isDangerous: true,
          refusal: (group) => (group.isDefault ? problemText('service_group_default', language) : group.domainCount > 0 ? text.inUse(group.domainCount) : null),
          ask: text.deleteAsk,
          run: (groups) => remove({ ids: groups.map((group) => group.id) }),
        },
      ],
      [language, text, words, open, remove],
    ),
  )
  return (
    <ListScreen list={list} actions={actions} text={text}>
      <Suspense fallback={null}>
        {opened === 'add' && <AddServiceGroup onClose={close} />}
        {opened === 'edit' && editing && <EditServiceGroup key={editing.row.id} {...editing} />}
      </Suspense>
    </ListScreen>
  )
}
