import { email, fieldNames, type EmailRow, type EmailState } from '@nameplane/contract/system/email'
import { emailFailures } from '@nameplane/contract/system/email/email-failures'
import { formatExactTime } from '../../../../i18n/format.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { Badge, type Tone } from '../../../../screen-parts/badge.tsx'
import { defineList } from '../../../../screen-parts/list/list-definition.tsx'
import type { CellTools } from '../../../../screen-parts/table/column.ts'
import { twoLines } from '../../../../screen-parts/table/table-row.tsx'
import { scenarioName } from './email-words.ts'
import { emailsMessages, emailWords } from './emails.messages.ts'

const tones: Readonly<Record<EmailState, Tone>> = { queued: 'warning', sending: 'warning', sent: 'good', failed: 'bad' }

/** When it is tried again, and why it was not brought through. */
function reason(row: EmailRow, { language, format }: CellTools) {
  if (row.state === 'sent') return null
  const why = row.failure ? (emailFailures[row.failure]?.[language] ?? row.failure) : ''
  const isWaiting = row.state === 'queued' && row.tries > 0 && row.nextTime !== null
  const next = isWaiting ? textsIn(emailsMessages, language).waiting(format.relativeTime(row.nextTime!)) : ''
  const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ')
  return (
    <span title={joined(next, why, row.reply)} className={twoLines}>
      {joined(next, why)}
    </span>
  )
}

export const emailList = defineList(email.list, {
  name: 'letter',
  words: emailWords,
  rowName: (row) => row.recipient,
  filters: ['search', 'state', 'scenario'],
  columns: [
    { key: 'recipient', isFixed: true, widthPx: 190, onCard: 'title' },
    { key: 'scenario', widthPx: 150, onCard: 'fact', cell: (row, { language }) => <span className={twoLines}>{scenarioName(row.scenario, language)}</span> },
    { key: 'about', widthPx: 190 },
    {
      key: 'state',
      widthPx: 105,
      onCard: 'fact',
      cell: (row, { language }) => <Badge tone={tones[row.state]} text={textsIn(emailsMessages, language).choices.state[row.state]} />,
    },
    { key: 'reason', title: fieldNames.failure, onCard: 'fact', cell: reason },
    { key: 'tries', isNumber: true, widthPx: 84 },
    {
      key: 'createtime',
      widthPx: 120,
      onCard: 'fact',
      cell: (row, { format }) => <span title={formatExactTime(row.createtime)}>{format.relativeTime(row.createtime)}</span>,
    },
    { key: 'finishTime', widthPx: 120, isHiddenAtFirst: true },
    { key: 'reply', widthPx: 260, isHiddenAtFirst: true },
    { key: 'id', isNumber: true, widthPx: 80, isHiddenAtFirst: true, cell: (row) => row.id },
  ],
})
