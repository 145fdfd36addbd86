import type { Reply } from '@nameplane/contract/endpoint'
import type { serviceGroup } from '@nameplane/contract/dns/service-group'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import type { Column } from '../../../screen-parts/table/column.ts'
import { serviceGroupMessages } from './service-group.messages.ts'

export type GroupRow = Reply<typeof serviceGroup.list>['data']['list'][number]

const { zh, en } = { zh: serviceGroupMessages.zh.fields, en: serviceGroupMessages.en.fields }

export const serviceGroupColumns: readonly Column<GroupRow>[] = [
  {
    key: 'name',
    title: { zh: zh.name, en: en.name },
    sidx: 'name',
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
  {
    key: 'nameservers',
    title: { zh: zh.nameservers, en: en.nameservers },
    onCard: 'fact',
    cell: (group) => (
      <span className="font-mono" title={group.nameservers.join('\n')}>
        {group.nameservers.join(', ')}
      </span>
    ),
  },
  { key: 'mname', title: { zh: zh.mname, en: en.mname }, isHiddenAtFirst: true, cell: (group) => <span className="font-mono">{group.mname}</span> },
  { key: 'rname', title: { zh: zh.rname, en: en.rname }, isHiddenAtFirst: true, cell: (group) => <span className="font-mono">{group.rname}</span> },
  {
    key: 'domainCount',
    title: { zh: zh.domains, en: en.domains },
    isNumber: true,
    onCard: 'fact',
    widthPx: 90,
    cell: (group, { format }) => format.number(group.domainCount),
  },
  { key: 'nodeCount', title: { zh: zh.nodes, en: en.nodes }, isNumber: true, widthPx: 80, cell: (group, { format }) => format.number(group.nodeCount) },
  {
    key: 'status',
    title: { zh: zh.status, en: en.status },
    widthPx: 90,
    cell: (group, { language }) => (
      <Badge
        tone={group.status === 1 ? 'good' : 'neutral'}
        text={group.status === 1 ? textsIn(serviceGroupMessages, language).usable : textsIn(serviceGroupMessages, language).disabled}
      />
    ),
  },
  {
    key: 'weight',
    title: { zh: zh.weight, en: en.weight },
    sidx: 'weight',
    isNumber: true,
    isHiddenAtFirst: true,
    widthPx: 100,
    cell: (group) => group.weight,
  },
  { key: 'remark', title: { zh: zh.remark, en: en.remark }, widthPx: 130, cell: (group) => <span title={group.remark}>{group.remark}</span> },
  {
    key: 'updateTime',
    title: { zh: zh.updated, en: en.updated },
    sidx: 'updateTime',
    widthPx: 120,
    cell: (group, { format }) => <span title={formatExactTime(group.updateTime)}>{format.relativeTime(group.updateTime)}</span>,
  },
]
