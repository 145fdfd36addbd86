import { user } from '@nameplane/contract/account/user'
import { accountContact, accountName, accountState, accountTime } from '../../../entities/account/account-cells.tsx'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import type { RowOf } from '../../../screen-parts/list/use-list-page.ts'
import { textLink } from '../../../ui/classes.ts'
import { userMessages, userWords } from './user.messages.ts'

export type UserRow = RowOf<typeof user.list>

const domainsPath = (row: UserRow): string => `/dns/domain/list?userId=${row.id}`

export const userList = defineList(user.list, {
  name: 'user',
  words: userWords,
  rowName: (row) => row.username,
  filters: ['search', 'kind', 'status', 'verified', 'tag'],
  columns: [
    accountName,
    { key: 'type', widthPx: 110, cell: (row, { language }) => textsIn(userMessages, language).kind(row.type) },
    { key: 'status', onCard: 'fact', widthPx: 96, cell: accountState },
    { key: 'contact', cell: accountContact },
    {
      key: 'tags',
      widthPx: 96,
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
      isNumber: true,
      onCard: 'fact',
      widthPx: 88,
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
      title: { zh: '余额', en: 'Balance' },
      isNumber: true,
      widthPx: 100,
      cell: (row, { format }) => format.money(row.balanceCents, row.currency),
    },
    {
      key: 'verified',
      widthPx: 110,
      isHiddenAtFirst: true,
      cell: (row, { language }) => {
        const { verified } = textsIn(userMessages, language).choices
        return row.verified === 1 ? <Badge tone="good" text={verified[1]} /> : <Badge tone="neutral" text={verified[0]} />
      },
    },
    { key: 'remark', widthPx: 84 },
    { key: 'lastSignInTime', widthPx: 116, cell: (row, tools) => accountTime(row.lastSignInTime, tools) },
    { key: 'createTime', widthPx: 120, isHiddenAtFirst: true },
    { key: 'updateTime', widthPx: 140, isHiddenAtFirst: true },
  ],
})
