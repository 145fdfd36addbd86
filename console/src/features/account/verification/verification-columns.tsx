import type { Verification } from '@nameplane/contract/account/verification'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import type { Column } from '../../../screen-parts/table/column.ts'
import { reasonText, stateBadge } from './verification-cells.tsx'
import { verificationMessages } from './verification.messages.ts'

const { zh, en } = { zh: verificationMessages.zh.fields, en: verificationMessages.en.fields }
const title = (name: keyof typeof zh) => ({ zh: zh[name], en: en[name] })

export const verificationColumns: readonly Column<Verification>[] = [
  {
    key: 'username',
    title: title('user'),
    isFixed: true,
    onCard: 'title',
    cell: (row) => (
      <span title={row.username} className="font-medium">
        {row.username}
      </span>
    ),
  },
  { key: 'state', title: title('state'), widthPx: 108, onCard: 'fact', cell: (row, { language }) => stateBadge(row.state, language) },
  { key: 'name', title: title('name'), widthPx: 92, onCard: 'fact', cell: (row) => row.maskedName },
  { key: 'idNumber', title: title('idNumber'), widthPx: 176, cell: (row) => <span className="font-mono text-xs">{row.maskedIdNumber}</span> },
  {
    key: 'provider',
    title: title('provider'),
    widthPx: 140,
    onCard: 'fact',
    cell: (row, { language }) => textsIn(verificationMessages, language).providers[row.provider],
  },
  {
    key: 'reason',
    title: title('reason'),
    onCard: 'fact',
    cell: (row, { language }) => {
      const why = reasonText(row, language)
      return why === '' ? null : <span title={why}>{why}</span>
    },
  },
  { key: 'decidedBy', title: title('decidedBy'), widthPx: 100, cell: (row) => <span title={row.decidedBy}>{row.decidedBy}</span> },
  {
    key: 'feeCents',
    title: title('fee'),
    isNumber: true,
    widthPx: 84,
    isHiddenAtFirst: true,
    cell: (row, { format, language }) => (row.feeCents === 0 ? textsIn(verificationMessages, language).free : format.money(row.feeCents, row.currency)),
  },
  {
    key: 'createTime',
    title: title('began'),
    sidx: 'createTime',
    widthPx: 124,
    onCard: 'fact',
    cell: (row, { format }) => <span title={formatExactTime(row.createTime)}>{format.relativeTime(row.createTime)}</span>,
  },
  {
    key: 'finishTime',
    title: title('ended'),
    sidx: 'finishTime',
    widthPx: 124,
    isHiddenAtFirst: true,
    cell: (row, { format }) => row.finishTime && <span title={formatExactTime(row.finishTime)}>{format.relativeTime(row.finishTime)}</span>,
  },
]
