import type { admin } from '@nameplane/contract/account/admin'
import type { Reply } from '@nameplane/contract/endpoint'
import { accountState, accountTime } from '../../../entities/account/account-cells.tsx'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { textsIn } from '../../../i18n/messages.ts'
import type { Column } from '../../../screen-parts/table/column.ts'
import { adminMessages } from './admin.messages.ts'

export type AdminRow = Reply<typeof admin.list>['data']['list'][number]

const own = { zh: adminMessages.zh.fields, en: adminMessages.en.fields }
const shared = { zh: accountMessages.zh.fields, en: accountMessages.en.fields }
const title = (name: keyof typeof own.zh) => ({ zh: own.zh[name], en: own.en[name] })
const sharedTitle = (name: keyof typeof shared.zh) => ({ zh: shared.zh[name], en: shared.en[name] })

export const adminColumns: readonly Column<AdminRow>[] = [
  {
    key: 'username',
    title: sharedTitle('username'),
    sidx: 'username',
    isFixed: true,
    onCard: 'title',
    cell: (row) => (
      <span title={row.username} className="font-medium">
        {row.username}
      </span>
    ),
  },
  {
    key: 'roles',
    title: title('roles'),
    onCard: 'fact',
    widthPx: 190,
    cell: (row, { language }) => {
      const text = textsIn(adminMessages, language)
      const names = row.isSuper ? [text.standing.super] : row.roles.map((role) => role.name)
      if (names.length === 0) return <span className="text-kumo-subtle">{text.noRoles}</span>
      return (
        <span title={names.join(text.between)} className="flex gap-1 overflow-hidden">
          {names.map((name) => (
            <span key={name} className={`shrink-0 rounded-sm px-1.5 text-xs leading-5 ${row.isSuper ? 'bg-kumo-brand/10 text-np-accent' : 'bg-kumo-tint'}`}>
              {name}
            </span>
          ))}
        </span>
      )
    },
  },
  { key: 'status', title: sharedTitle('status'), onCard: 'fact', widthPx: 110, cell: accountState },
  {
    key: 'contact',
    title: title('contact'),
    widthPx: 180,
    cell: (row) => {
      const contacts = [row.email, row.mobile].filter((text) => text !== '').join(' · ')
      return <span title={contacts}>{contacts}</span>
    },
  },
  { key: 'remark', title: sharedTitle('remark'), widthPx: 120, cell: (row) => <span title={row.remark}>{row.remark}</span> },
  {
    key: 'lastSignInTime',
    title: sharedTitle('lastSignIn'),
    sidx: 'lastSignInTime',
    widthPx: 116,
    cell: (row, tools) => accountTime(row.lastSignInTime, tools),
  },
  { key: 'createTime', title: sharedTitle('created'), sidx: 'createTime', widthPx: 116, cell: (row, tools) => accountTime(row.createTime, tools) },
  {
    key: 'updateTime',
    title: sharedTitle('updated'),
    sidx: 'updateTime',
    widthPx: 120,
    isHiddenAtFirst: true,
    cell: (row, tools) => accountTime(row.updateTime, tools),
  },
]
