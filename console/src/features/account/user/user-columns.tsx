import type { user } from '@nameplane/contract/account/user'
import type { Reply } from '@nameplane/contract/endpoint'
import { accountState, accountTime } from '../../../entities/account/account-cells.tsx'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import type { Column } from '../../../screen-parts/table/column.ts'
import { textLink } from '../../../ui/classes.ts'
import { userMessages } from './user.messages.ts'

export type UserRow = Reply<typeof user.list>['data']['list'][number]

const own = { zh: userMessages.zh.fields, en: userMessages.en.fields }
const shared = { zh: accountMessages.zh.fields, en: accountMessages.en.fields }
const title = (name: keyof typeof own.zh) => ({ zh: own.zh[name], en: own.en[name] })
const sharedTitle = (name: keyof typeof shared.zh) => ({ zh: shared.zh[name], en: shared.en[name] })

export const domainsPath = (row: Pick<UserRow, 'id'>): string => `/dns/domain/list?userId=${row.id}`

export const userColumns: readonly Column<UserRow>[] = [
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
  { key: 'type', title: title('type'), sidx: 'type', widthPx: 88, cell: (row, { language }) => textsIn(userMessages, language).kind(row.type) },
  { key: 'status', title: sharedTitle('status'), onCard: 'fact', widthPx: 100, cell: accountState },
  {
    key: 'contact',
    title: title('contact'),
    widthPx: 150,
    cell: (row) => {
      const contacts = [row.email, row.mobile].filter((text) => text !== '').join(' · ')
      return <span title={contacts}>{contacts}</span>
    },
  },
  {
    key: 'tags',
    title: title('tags'),
    widthPx: 124,
    cell: (row) =>
      row.tags.length > 0 && (
        <span title={row.tags.join(', ')} className="flex gap-1 overflow-hidden">
          {row.tags.slice(0, 2).map((tag) => (
            <span key={tag} className="min-w-0 truncate rounded-sm bg-kumo-tint px-1.5 text-xs leading-5">
              {tag}
            </span>
          ))}
          {row.tags.length > 2 && <span className="shrink-0 text-xs leading-5 text-kumo-subtle">+{row.tags.length - 2}</span>}
        </span>
      ),
  },
  {
    key: 'domainCount',
    title: title('domains'),
    sidx: 'domainCount',
    isNumber: true,
    onCard: 'fact',
    widthPx: 104,
    cell: (row, { format }) =>
      row.domainCount === 0 ? (
        '0'
      ) : (
        <a href={`#${domainsPath(row)}`} className={textLink}>
          {format.number(row.domainCount)}
        </a>
      ),
  },
  {
    key: 'balanceCents',
    title: title('balance'),
    sidx: 'balanceCents',
    isNumber: true,
    widthPx: 112,
    cell: (row, { format }) => format.money(row.balanceCents, row.currency),
  },
  {
    key: 'verified',
    title: title('verified'),
    widthPx: 96,
    isHiddenAtFirst: true,
    cell: (row, { language }) => {
      const texts = textsIn(userMessages, language).verified
      return row.verified === 1 ? <Badge tone="good" text={texts.yes} /> : <Badge tone="neutral" text={texts.no} />
    },
  },
  { key: 'remark', title: sharedTitle('remark'), widthPx: 90, cell: (row) => <span title={row.remark}>{row.remark}</span> },
  {
    key: 'lastSignInTime',
    title: sharedTitle('lastSignIn'),
    sidx: 'lastSignInTime',
    widthPx: 134,
    cell: (row, tools) => accountTime(row.lastSignInTime, tools),
  },
  {
    key: 'createTime',
    title: sharedTitle('created'),
    sidx: 'createTime',
    widthPx: 116,
    isHiddenAtFirst: true,
    cell: (row, tools) => accountTime(row.createTime, tools),
  },
  {
    key: 'updateTime',
    title: sharedTitle('updated'),
    sidx: 'updateTime',
    widthPx: 116,
    isHiddenAtFirst: true,
    cell: (row, tools) => accountTime(row.updateTime, tools),
  },
]
