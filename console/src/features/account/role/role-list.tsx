import { role } from '@nameplane/contract/account/role'
import { textsIn } from '../../../i18n/messages.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import type { RowOf } from '../../../screen-parts/list/use-list-page.ts'
import { roleMessages, roleWords } from './role.messages.ts'

export type RoleRow = RowOf<typeof role.list>

export const roleList = defineList(role.list, {
  name: 'role',
  words: roleWords,
  rowName: (row) => row.name,
  filters: ['search'],
  columns: [
    {
      key: 'name',
      isFixed: true,
      onCard: 'title',
      widthPx: 180,
      cell: (row, { language }) => (
        <>
          <span className="font-medium">{row.name}</span>
          {row.builtIn && <span className="ml-1.5 font-normal text-kumo-subtle">{textsIn(roleMessages, language).builtIn}</span>}
        </>
      ),
    },
    { key: 'description' },
    {
      key: 'rights',
      isNumber: true,
      onCard: 'fact',
      widthPx: 110,
      cell: (row, { language, format }) => textsIn(roleMessages, language).count(format.number(row.rights.length)),
    },
    {
      key: 'dataScope',
      onCard: 'fact',
      widthPx: 210,
      cell: (row, { language }) => {
        const text = textsIn(roleMessages, language)
        return row.dataScope === 'groups' ? text.scopeOfGroups(row.serviceGroupIds.length) : text.choices.dataScope[row.dataScope]
      },
    },
    { key: 'memberCount', isNumber: true, onCard: 'fact', widthPx: 100 },
    { key: 'updateTime', widthPx: 130 },
  ],
})
