import { customLine } from '@nameplane/contract/dns/custom-line'
import { textsIn } from '../../../i18n/messages.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { customLineMessages, customLineWords } from './custom-line.messages.ts'
import { UsedBy } from './used-by.tsx'

/** Ranges that a row shows; the others stand in its tooltip. */
const shownRanges = 3

export const customLines = defineList(customLine.list, {
  name: 'custom-line',
  words: customLineWords,
  rowName: (line) => line.name,
  filters: ['search'],
  columns: [
    { key: 'name', isFixed: true, onCard: 'title', widthPx: 200 },
    {
      key: 'segments',
      onCard: 'fact',
      cell: ({ segments }, { language }) => {
        const ranges = segments.split('\n')
        return (
          <span title={segments} className="wrap-anywhere whitespace-normal">
            <span className="font-mono">{ranges.slice(0, shownRanges).join(', ')}</span>
            {ranges.length > shownRanges && (
              <span className="ml-1.5 text-kumo-subtle">{textsIn(customLineMessages, language).more(ranges.length - shownRanges)}</span>
            )}
          </span>
        )
      },
    },
    { key: 'recordCount', isNumber: true, onCard: 'fact', widthPx: 110, cell: (line) => <UsedBy line={line} /> },
    { key: 'code', isCode: true, isHiddenAtFirst: true, widthPx: 120 },
    { key: 'createTime', isHiddenAtFirst: true, widthPx: 140 },
    { key: 'updateTime', widthPx: 140 },
  ],
})
