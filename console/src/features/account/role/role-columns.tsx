import type { role } from '@nameplane/contract/account/role'
import type { Reply } from '@nameplane/contract/endpoint'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import type { Column } from '../../../screen-parts/table/column.ts'
import { roleMessages } from './role.messages.ts'

export type RoleRow = Reply<typeof role.list>['data']['list'][number]

const { zh, en } = { zh: roleMessages.zh.fields, en: roleMessages.en.fields }

export const roleColumns: readonly Column<RoleRow>[] = [
  {
    key: 'name',
    title: { zh: zh.name, en: en.name },
    sidx: 'name',
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
  { key: 'description', title: { zh: zh.description, en: en.description }, cell: (row) => <span title={row.description}>{row.description}</span> },
  {
    key: 'rights',
    title: { zh: zh.rights, en: en.rights },
    isNumber: true,
    onCard: 'fact',
    widthPx: 90,
    cell: (row, { language, format }) => textsIn(roleMessages, language).count(format.number(row.rights.length)),
  },
  {
    key: 'dataScope',
    title: { zh: zh.dataScope, en: en.dataScope },
    onCard: 'fact',
    widthPx: 210,
    cell: (row, { language }) => {
      const text = textsIn(roleMessages, language)
      return row.dataScope === 'groups' ? text.scopeOfGroups(row.serviceGroupIds.length) : text.scopes[row.dataScope]
    },
  },
  {
    key: 'memberCount',
    title: { zh: zh.members, en: en.members },
    sidx: 'memberCount',
    isNumber: true,
    onCard: 'fact',
    widthPx: 100,
    cell: (row, { format }) => format.number(row.memberCount),
  },
  {
    key: 'updateTime',
    title: { zh: zh.updated, en: en.updated },
    sidx: 'updateTime',
    widthPx: 120,
    cell: (row, { format }) => <span title={formatExactTime(row.updateTime)}>{format.relativeTime(row.updateTime)}</span>,
  },
]
