import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { textsIn } from '../../../i18n/messages.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import type { RowOf } from '../../../screen-parts/list/use-list-page.ts'
import { serviceGroupMessages, serviceGroupWords } from './service-group.messages.ts'

export type GroupRow = RowOf<typeof serviceGroup.list>

export const serviceGroupList = defineList(serviceGroup.list, {
  name: 'service-group',
  words: serviceGroupWords,
  rowName: (group) => group.name,
  filters: ['search'],
  columns: [
    {
      key: 'name',
      isFixed: true,
      onCard: 'title',
      widthPx: 160,
      cell: (group, { language }) => (
        <>
          {group.name}
          {group.isDefault && (
            <span className="ml-2 rounded-sm border border-kumo-line px-1 text-xs font-normal text-kumo-subtle">
              {textsIn(serviceGroupMessages, language).isDefault}
            </span>
          )}
        </>
      ),
    },
    { key: 'nameservers', onCard: 'fact', isCode: true },
    { key: 'mname', isHiddenAtFirst: true, isCode: true },
    { key: 'rname', isHiddenAtFirst: true, isCode: true },
    { key: 'domainCount', isNumber: true, onCard: 'fact', widthPx: 90 },
    { key: 'nodeCount', isNumber: true, widthPx: 80 },
    { key: 'status', widthPx: 110 },
    { key: 'weight', isNumber: true, isHiddenAtFirst: true, widthPx: 100 },
    { key: 'remark', widthPx: 130 },
    { key: 'updateTime', widthPx: 140 },
  ],
})
