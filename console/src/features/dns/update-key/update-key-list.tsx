import { updateKey } from '@nameplane/contract/dns/update-key'
import { textsIn } from '../../../i18n/messages.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { listedCodes, timeSince } from '../../../screen-parts/list/list-cells.tsx'
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
    { key: 'policy', onCard: 'fact', cell: ({ policy }) => listedCodes(policy.split('\n')) },
    {
      key: 'lastUseTime',
      onCard: 'named',
      widthPx: 150,
      cell: ({ lastUseTime }, tools) => timeSince(lastUseTime, textsIn(updateKeyMessages, tools.language).never, tools),
    },
    { key: 'lastUseAddress', isCode: true, widthPx: 150 },
    { key: 'createTime', isHiddenAtFirst: true, widthPx: 140 },
    { key: 'updateTime', isHiddenAtFirst: true, widthPx: 140 },
  ],
})
