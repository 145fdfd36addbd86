import { useMemo } from 'react'
import { secondary } from '@nameplane/contract/dns/secondary'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useText } from '../../../i18n/messages.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { NounScreen } from '../../../screen-parts/list/noun-screen.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { listedCodes } from '../../../screen-parts/list/list-cells.tsx'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { secondaryMessages, secondaryWords } from './secondary.messages.ts'

const Add = lazyPart(() => import('./secondary-form.tsx').then((form) => form.dialogs.Add))
const Edit = lazyPart(() => import('./secondary-form.tsx').then((form) => form.dialogs.Edit))

const Zones = lazyPart(() => import('./secondary-zones.tsx').then((drawer) => drawer.SecondaryZones))

const secondaries = defineList(secondary.list, {
  name: 'secondary',
  words: secondaryWords,
  rowName: (row) => row.name,
  filters: ['search'],
  columns: [
    { key: 'name', isFixed: true, onCard: 'title', widthPx: 160 },
    { key: 'networks', onCard: 'fact', cell: ({ networks }) => listedCodes(networks) },
    { key: 'keyName', isCode: true, widthPx: 200 },
    { key: 'scope', onCard: 'fact', widthPx: 130 },
    {
      key: 'domains',
      cell: ({ domains }) => (
        <span title={domains.join('\n')} className={twoLines}>
          {domains.join(', ')}
        </span>
      ),
    },
    { key: 'notifyAddresses', isHiddenAtFirst: true, cell: ({ notifyAddresses }) => listedCodes(notifyAddresses) },
    { key: 'catalogZone', isCode: true, isHiddenAtFirst: true, widthPx: 160 },
    { key: 'status', widthPx: 100 },
    { key: 'remark', isHiddenAtFirst: true, widthPx: 130 },
    { key: 'updateTime', isHiddenAtFirst: true, widthPx: 140 },
  ],
})

export function SecondaryPage() {
  const text = useText(secondaryMessages)
  const list = useList(secondaries)
  const view = useMemo(() => ({ label: text.zones.action, View: Zones }), [text])
  return <NounScreen list={list} text={text} calls={secondary} Add={Add} Edit={Edit} view={view} />
}
