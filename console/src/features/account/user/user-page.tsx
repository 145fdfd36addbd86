import { Suspense, useState } from 'react'
import DownloadSimpleIcon from 'icon:download-simple'
import { user } from '@nameplane/contract/account/user'
import { download } from '../../../api/downloads.ts'
import { useCall } from '../../../api/queries.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { SetPasswordDialog } from '../../../entities/account/set-password-dialog.tsx'
import { SavedFilterMenu } from '../../../entities/saved-filter/saved-filter-menu.tsx'
import { UserTabs } from '../../../entities/user/user-tabs.tsx'
import { useText } from '../../../i18n/messages.ts'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { iconButton } from '../../../ui/icon-button.tsx'
import { MenuItem } from '../../../ui/menu-item.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { useUserActions } from './use-user-actions.ts'
import { userList, type UserRow } from './user-list.tsx'
import { userMessages } from './user.messages.ts'

const AddUser = lazyPart(() => import('./user-form.tsx').then((form) => form.AddUser))
const EditUser = lazyPart(() => import('./user-form.tsx').then((form) => form.EditUser))
const ImportUsersDialog = lazyPart(() => import('./import-users-dialog.tsx').then((dialog) => dialog.ImportUsersDialog))
const TagUsersDialog = lazyPart(() => import('./tag-users-dialog.tsx').then((dialog) => dialog.TagUsersDialog))

const dialogs = { onPage: ['add', 'import'] }

/** Users and agents. */
export function UserPage() {
  const text = useText(userMessages)
  const list = useList(userList)
  const { opened, editing, open, close } = useDialogs(list, 'user.write', dialogs)
  const [tagged, setTagged] = useState<readonly UserRow[] | null>(null)
  const actions = useListActions(list, 'user.write', useUserActions(open, setTagged))
  const tags = useCall(user.tags, {}, { freshSeconds: 60 }).reply?.data ?? []
  const closeTags = () => setTagged(null)
  return (
    <ListScreen
      list={list}
      actions={actions}
      text={text}
      tabs={<UserTabs current="/account/users/users" />}
      options={{ tag: tags.map(({ tag }) => ({ value: tag, label: tag })) }}
      tools={
        <>
          <ExportMenu filters={list.state.filters} />
          <SavedFilterMenu screen="/account/users/users" list={list} />
        </>
      }
    >
      <Suspense fallback={null}>
        {opened === 'add' && <AddUser onClose={close} />}
        {opened === 'import' && <ImportUsersDialog onClose={close} />}
        {opened === 'edit' && editing && <EditUser key={editing.row.id} {...editing} />}
        {opened === 'password' && editing && <SetPasswordDialog account={editing.row} help={text.helps.password} invalidates={[user.list]} onClose={close} />}
        {tagged && <TagUsersDialog rows={tagged} onClose={closeTags} onDone={() => (closeTags(), list.selection.clear())} />}
      </Suspense>
    </ListScreen>
  )
}

/** The users of the filter as a file. */
function ExportMenu({ filters }: { filters: Readonly<Record<string, string>> }) {
  const text = useText(userMessages)
  return (
    <Popover label={text.export} trigger={<DownloadSimpleIcon size={16} aria-hidden="true" />} triggerClassName={iconButton} className="w-44">
      {(close) =>
        (['csv', 'xlsx'] as const).map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              close()
              void download(user.export, { ...filters, format })
            }}
          >
            {format === 'csv' ? text.exportCsv : text.exportXlsx}
          </MenuItem>
        ))
      }
    </Popover>
  )
}
