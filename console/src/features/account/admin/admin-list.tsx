import { admin } from '@nameplane/contract/account/admin'
import { accountContact, accountName, accountState, accountTime } from '../../../entities/account/account-cells.tsx'
import { listOf } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import type { RowOf } from '../../../screen-parts/list/use-list-page.ts'
import { adminMessages, adminWords } from './admin.messages.ts'

export type AdminRow = RowOf<typeof admin.list>

export const adminList = defineList(admin.list, {
  name: 'admin',
  words: adminWords,
  rowName: (row) => row.username,
  filters: ['search', 'status', 'roleId', 'isSuper'],
  columns: [
    accountName,
    {
      key: 'roles',
      onCard: 'fact',
      widthPx: 190,
      cell: (row, { language }) => {
        const text = textsIn(adminMessages, language)
        const names = row.isSuper ? [text.choices.isSuper[1]] : row.roles.map((role) => role.name)
        if (names.length === 0) return <span className="text-kumo-subtle">{text.noRoles}</span>
        return (
          <span title={listOf(names, language)} className="flex gap-1 overflow-hidden">
            {names.map((name) => (
              <span key={name} className={`shrink-0 rounded-sm px-1.5 text-xs leading-5 ${row.isSuper ? 'bg-kumo-brand/10 text-np-accent' : 'bg-kumo-tint'}`}>
                {name}
              </span>
            ))}
          </span>
        )
      },
    },
    { key: 'status', onCard: 'fact', widthPx: 100, cell: accountState },
    { key: 'contact', widthPx: 170, cell: accountContact },
    { key: 'remark', widthPx: 100 },
    { key: 'lastSignInTime', widthPx: 134, cell: (row, tools) => accountTime(row.lastSignInTime, tools) },
    { key: 'createTime', widthPx: 120 },
    { key: 'updateTime', widthPx: 140, isHiddenAtFirst: true },
  ],
})
