import { changeSet } from '@nameplane/contract/dns/change-set'
import { formatExactTime } from '../../../i18n/format.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { changeSetWords } from './change-set.messages.ts'
import { progressText, stateBadge, watchBadge } from './set-cells.tsx'
import { setName, summaryText } from './set-texts.ts'

export const changeSets = defineList(changeSet.list, {
  name: 'change-set',
  words: changeSetWords,
  rowName: setName,
  filters: ['search', 'kind', 'state'],
  columns: [
    { key: 'id', isFixed: true, isCode: true, onCard: 'title', widthPx: 64, cell: (row) => setName(row) },
    { key: 'createTime', onCard: 'fact', widthPx: 164, cell: (row) => <span className="tabular-nums">{formatExactTime(row.createTime)}</span> },
    { key: 'kind', onCard: 'fact', widthPx: 120 },
    {
      key: 'summary',
      onCard: 'fact',
      cell: (row, { language }) => (
        <span title={summaryText(row, language)} className={twoLines}>
          {summaryText(row, language)}
        </span>
      ),
    },
    {
      key: 'domains',
      onCard: 'fact',
      widthPx: 150,
      cell: (row, { language, format }) => <span className={twoLines}>{progressText(row, language, format)}</span>,
    },
    { key: 'state', onCard: 'fact', widthPx: 150, cell: (row, { language }) => stateBadge(row.state, language) },
    { key: 'watchState', widthPx: 156, cell: ({ watchState }, { language }) => (watchState === null ? '' : watchBadge(watchState, language)) },
    { key: 'author', widthPx: 100 },
    { key: 'added', isNumber: true, isHiddenAtFirst: true, widthPx: 90 },
    { key: 'updated', isNumber: true, isHiddenAtFirst: true, widthPx: 90 },
    { key: 'deleted', isNumber: true, isHiddenAtFirst: true, widthPx: 90 },
    { key: 'endTime', isHiddenAtFirst: true, widthPx: 140 },
  ],
})
