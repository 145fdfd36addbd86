import { Suspense } from 'react'
import { admin } from '@nameplane/contract/account/admin'
import { role } from '@nameplane/contract/account/role'
import { useCall } from '../../../api/queries.ts'
import { usePasswordMinimum } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useAdministratorPasswordHelp } from '../../../entities/account/account-form-fields.tsx'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { SetPasswordDialog } from '../../../entities/account/set-password-dialog.tsx'
import { SavedFilterMenu } from '../../../entities/saved-filter/saved-filter-menu.tsx'
import { useText } from '../../../i18n/messages.ts'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { adminList } from './admin-list.tsx'
import { adminMessages } from './admin.messages.ts'
import { useAdminActions } from './use-admin-actions.ts'

const AddAdmin = lazyPart(() => import('./admin-form.tsx').then((form) => form.AddAdmin))
const EditAdmin = lazyPart(() => import('./admin-form.tsx').then((form) => form.EditAdmin))

const invalidates = [admin.list]

export function AdminPage() {
  const text = useText(adminMessages)
  const list = useList(adminList)
  const { opened, editing, open, close } = useDialogs(list, 'admin.write')
  const me = useCall(admin.info, {}, { freshSeconds: 60 }).reply?.data
  const actions = useListActions(list, 'admin.write', useAdminActions(open, me))
  const roles = useCall(role.select, {}, { freshSeconds: 30 }).reply?.data ?? []
  const passwordHelp = useAdministratorPasswordHelp()
  const minimum = usePasswordMinimum()
  const isCallerSuper = me?.isSuper ?? false
  return (
    <ListScreen
      list={list}
      actions={actions}
      text={{ ...text, search: useText(accountMessages).search }}
      options={{ roleId: roles.map(({ id, name }) => ({ value: String(id), label: name })) }}
      tools={<SavedFilterMenu screen="/account/users/admins" list={list} />}
    >
      <Suspense fallback={null}>
        {opened === 'add' && <AddAdmin isCallerSuper={isCallerSuper} onClose={close} />}
        {opened === 'edit' && editing && <EditAdmin key={editing.row.id} isCallerSuper={isCallerSuper} {...editing} />}
        {opened === 'password' && editing && (
          <SetPasswordDialog account={editing.row} help={passwordHelp} minimum={minimum ?? undefined} invalidates={invalidates} onClose={close} />
        )}
      </Suspense>
    </ListScreen>
  )
}
