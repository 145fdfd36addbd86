import { dynamicHost } from '@nameplane/contract/dns/dynamic-host'
import { textsIn } from '../../../i18n/messages.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { listedCodes, timeSince } from '../../../screen-parts/list/list-cells.tsx'
import { dynamicHostMessages, dynamicHostWords } from './dynamic-host.messages.ts'
import { LineName } from './line-name.tsx'

export const dynamicHosts = defineList(dynamicHost.list, {
  name: 'dynamic-host',
  words: dynamicHostWords,
  rowName: (row) => row.host,
  filters: ['search'],
  columns: [
    { key: 'host', isFixed: true, onCard: 'title', isCode: true, widthPx: 180 },
    { key: 'line', onCard: 'fact', widthPx: 130, cell: (row) => <LineName domainId={row.domainId} code={row.line} /> },
    { key: 'addresses', onCard: 'fact', cell: ({ addresses }) => listedCodes(addresses) },
    {
      key: 'lastUseTime',
      onCard: 'named',
      widthPx: 150,
      cell: ({ lastUseTime }, tools) => timeSince(lastUseTime, textsIn(dynamicHostMessages, tools.language).never, tools),
    },
    { key: 'lastUseAddress', isCode: true, widthPx: 150 },
    { key: 'username', widthPx: 120 },
    { key: 'createTime', isHiddenAtFirst: true, widthPx: 140 },
  ],
})
