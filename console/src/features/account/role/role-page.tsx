import { Suspense, useState } from 'react'
import { role } from '@nameplane/contract/account/role'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useText } from '../../../i18n/messages.ts'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { roleList } from './role-list.tsx'
import { roleMessages } from './role.messages.ts'
import { useRoleActions, type Pair } from './use-role-actions.ts'

const AddRole = lazyPart(() => import('./role-form.tsx').then((form) => form.dialogs.Add))
const EditRole = lazyPart(() => import('./role-form.tsx').then((form) => form.dialogs.Edit))
const CopyRole = lazyPart(() => import('./role-form.tsx').then((form) => form.CopyRole))
const RoleMembers = lazyPart(() => import('./role-members.tsx').then((part) => part.RoleMembers))
const RoleRights = lazyPart(() => import('./role-rights.tsx').then((part) => part.RoleRights))
const CompareRoles = lazyPart(() => import('./role-rights.tsx').then((part) => part.CompareRoles))

const dialogs = { forReaders: ['members', 'rights'], one: role.detail }

export function RolePage() {
  const text = useText(roleMessages)
  const list = useList(roleList)
  const { opened, editing, open, close } = useDialogs(list, 'role.write', dialogs)
  const [compared, setCompared] = useState<Pair | null>(null)
  const actions = useListActions(list, 'role.write', useRoleActions(open, setCompared))
  return (
    <ListScreen list={list} actions={actions} text={text}>
      <Suspense fallback={null}>
        {opened === 'add' && <AddRole onClose={close} />}
        {opened === 'edit' && editing && <EditRole key={editing.row.id} {...editing} />}
        {opened === 'copy' && editing && <CopyRole row={editing.row} onClose={close} />}
        {opened === 'members' && editing && <RoleMembers row={editing.row} onClose={close} />}
        {opened === 'rights' && editing && <RoleRights row={editing.row} onClose={close} />}
        {compared && <CompareRoles one={compared[0]} other={compared[1]} onClose={() => setCompared(null)} />}
      </Suspense>
    </ListScreen>
  )
}
