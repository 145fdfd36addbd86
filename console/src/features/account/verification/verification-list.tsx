import { verification } from '@nameplane/contract/account/verification'
import { textsIn } from '../../../i18n/messages.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { reasonText, stateBadge } from './verification-cells.tsx'
import { verificationMessages, verificationWords } from './verification.messages.ts'

export const verificationList = defineList(verification.list, {
  name: 'verification',
  words: verificationWords,
  rowName: (row) => row.username,
  filters: ['search', 'userId', 'state', 'provider', 'from', 'to'],
  columns: [
    {
      key: 'username',
      isFixed: true,
      onCard: 'title',
      cell: (row) => (
        <span title={row.username} className="font-medium">
          {row.username}
        </span>
      ),
    },
    { key: 'state', widthPx: 108, onCard: 'fact', cell: (row, { language }) => stateBadge(row.state, language) },
    { key: 'name', widthPx: 92, onCard: 'fact', cell: (row) => row.maskedName },
    { key: 'idNumber', widthPx: 176, cell: (row) => <span className="font-mono text-xs">{row.maskedIdNumber}</span> },
    {
      key: 'provider',
      widthPx: 140,
      onCard: 'fact',
      cell: (row, { language }) => <span className={twoLines}>{textsIn(verificationMessages, language).choices.provider[row.provider]}</span>,
    },
    {
      key: 'reason',
      onCard: 'fact',
      cell: (row, { language }) => {
        const why = reasonText(row, language)
        return why === '' ? null : (
          <span title={why} className={twoLines}>
            {why}
          </span>
        )
      },
    },
    { key: 'decidedBy', widthPx: 100 },
    {
      key: 'feeCents',
      isNumber: true,
      widthPx: 84,
      isHiddenAtFirst: true,
      cell: (row, { format, language }) => (row.feeCents === 0 ? textsIn(verificationMessages, language).free : format.money(row.feeCents, row.currency)),
    },
    { key: 'createTime', widthPx: 140, onCard: 'fact' },
    { key: 'finishTime', widthPx: 124, isHiddenAtFirst: true },
  ],
})
