import { updateKey } from '@nameplane/contract/dns/update-key'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { updateKeyMessages, updateKeyWords } from './update-key.messages.ts'

export const updateKeys = defineList(updateKey.list, {
  name: 'update-key',
  words: updateKeyWords,
  rowName: (row) => row.name,
  filters: ['search'],
  columns: [
    { key: 'name', isFixed: true, onCard: 'title', isCode: true, widthPx: 140 },
    { key: 'keyName', isCode: true, isHiddenAtFirst: true, widthPx: 240 },
    { key: 'algorithm', widthPx: 130 },
    {
      key: 'policy',
      onCard: 'fact',
      cell: ({ policy }) => (
        <span title={policy} className={twoLines}>
          <span className="font-mono">{policy.split('\n').join(', ')}</span>
        </span>
      ),
    },
    {
      key: 'lastUseTime',
      onCard: 'named',
      widthPx: 150,
      cell: ({ lastUseTime }, { language, format }) =>
        lastUseTime === null ? (
          <span className="text-kumo-subtle">{textsIn(updateKeyMessages, language).never}</span>
        ) : (
          <span title={formatExactTime(lastUseTime)}>{format.relativeTime(lastUseTime)}</span>
        ),
    },
    { key: 'lastUseAddress', isCode: true, widthPx: 150 },
    { key: 'createTime', isHiddenAtFirst: true, widthPx: 140 },
    { key: 'updateTime', isHiddenAtFirst: true, widthPx: 140 },
  ],
})
