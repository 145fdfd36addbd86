import type { LetterRow, LetterState } from '@nameplane/contract/system/letter'
import { mailFailures } from '@nameplane/contract/system/mail/mail-failures'
import { formatExactTime } from '../../../../i18n/format.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { Badge, type Tone } from '../../../../screen-parts/badge.tsx'
import type { Column } from '../../../../screen-parts/table/column.ts'
import { scenarioName } from './letter-words.ts'
import { lettersMessages } from './letters.messages.ts'

const { zh, en } = { zh: lettersMessages.zh.fields, en: lettersMessages.en.fields }
const tones: Readonly<Record<LetterState, Tone>> = { queued: 'warning', sending: 'warning', sent: 'good', failed: 'bad' }

export const letterColumns: readonly Column<LetterRow>[] = [
  { key: 'recipient', title: { zh: zh.recipient, en: en.recipient }, sidx: 'recipient', isFixed: true, onCard: 'title', cell: (row) => row.recipient },
  {
    key: 'scenario',
    title: { zh: zh.scenario, en: en.scenario },
    widthPx: 150,
    onCard: 'fact',
    cell: (row, { language }) => scenarioName(row.scenario, language),
  },
  { key: 'about', title: { zh: zh.about, en: en.about }, widthPx: 150, cell: (row) => <span title={row.about}>{row.about}</span> },
  {
    key: 'state',
    title: { zh: zh.state, en: en.state },
    widthPx: 105,
    onCard: 'fact',
    cell: (row, { language }) => <Badge tone={tones[row.state]} text={textsIn(lettersMessages, language).states[row.state]} />,
  },
  {
    key: 'reason',
    title: { zh: zh.reason, en: en.reason },
    onCard: 'fact',
    cell: (row, { language, format }) => {
      if (row.state === 'sent') return null
      const why = row.failure ? (mailFailures[row.failure]?.[language] ?? row.failure) : ''
      const isWaiting = row.state === 'queued' && row.tries > 0 && row.nextTime !== null
      const next = isWaiting ? textsIn(lettersMessages, language).waiting(format.relativeTime(row.nextTime!)) : ''
      return <span title={[why, row.reply].filter((part) => part !== '').join(' · ')}>{[why, next].filter((part) => part !== '').join(' · ')}</span>
    },
  },
  { key: 'tries', title: { zh: zh.tries, en: en.tries }, isNumber: true, widthPx: 65, cell: (row, { format }) => format.number(row.tries) },
  {
    key: 'createtime',
    title: { zh: zh.createtime, en: en.createtime },
    sidx: 'createtime',
    widthPx: 120,
    onCard: 'fact',
    cell: (row, { format }) => <span title={formatExactTime(row.createtime)}>{format.relativeTime(row.createtime)}</span>,
  },
  {
    key: 'finishTime',
    title: { zh: zh.finishTime, en: en.finishTime },
    widthPx: 120,
    isHiddenAtFirst: true,
    cell: (row, { format }) => row.finishTime && <span title={formatExactTime(row.finishTime)}>{format.relativeTime(row.finishTime)}</span>,
  },
  { key: 'reply', title: { zh: zh.reply, en: en.reply }, widthPx: 260, isHiddenAtFirst: true, cell: (row) => <span title={row.reply}>{row.reply}</span> },
  { key: 'id', title: { zh: 'ID', en: 'ID' }, sidx: 'id', isNumber: true, widthPx: 80, isHiddenAtFirst: true, cell: (row) => row.id },
]
