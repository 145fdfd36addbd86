import { accountFieldNames } from '@nameplane/contract/account/account-fields'
import { formatExactTime } from '../../i18n/format.ts'
import { textsIn } from '../../i18n/messages.ts'
import { Badge } from '../../screen-parts/badge.tsx'
import type { CellTools } from '../../screen-parts/table/column.ts'
import { twoLines } from '../../screen-parts/table/table-row.tsx'
import { accountMessages } from './account.messages.ts'

/** The column that names an account, which every row has. */
export const accountName = {
  key: 'username',
  isFixed: true,
  onCard: 'title',
  cell: (row: { username: string }) => (
    <span title={row.username} className="font-medium">
      {row.username}
    </span>
  ),
} as const

/** Whether an account can be used, and what stands before it. */
export function accountState(row: { status: number; resetDue: boolean }, { language }: Pick<CellTools, 'language'>) {
  const { status } = textsIn(accountMessages, language).choices
  if (row.status !== 1) return <Badge tone="neutral" text={status[0]} />
  return row.resetDue ? <Badge tone="warning" text={accountFieldNames.resetDue[language]} /> : <Badge tone="good" text={status[1]} />
}

/** A moment as people say it; the exact one in the tooltip. */
export function accountTime(moment: string | null, { format, language }: CellTools) {
  if (moment === null) return <span className="text-kumo-subtle">{textsIn(accountMessages, language).never}</span>
  return <span title={formatExactTime(moment)}>{format.relativeTime(moment)}</span>
}

/** Mail address and mobile number, as far as there are any. */
export function accountContact(row: { email: string; mobile: string }) {
  const contacts = [row.email, row.mobile].filter((text) => text !== '').join(' · ')
  return (
    <span title={contacts} className={`${twoLines} wrap-anywhere`}>
      {contacts}
    </span>
  )
}
