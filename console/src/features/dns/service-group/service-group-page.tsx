import { useCallback } from 'react'
import { serviceGroup, type ServiceGroup } from '@nameplane/contract/dns/service-group'
import { problemText } from '@nameplane/contract/problem-text'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { PlaceholderMark } from '../../../entities/service-group/name-servers.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { textsIn, useText } from '../../../i18n/messages.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { NounScreen } from '../../../screen-parts/list/noun-screen.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { serviceGroupMessages, serviceGroupWords } from './service-group.messages.ts'

const Add = lazyPart(() => import('./service-group-form.tsx').then((form) => form.dialogs.Add))
const Edit = lazyPart(() => import('./service-group-form.tsx').then((form) => form.dialogs.Edit))

const serviceGroups = defineList(serviceGroup.list, {
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
    {
      key: 'nameservers',
      onCard: 'fact',
      cell: ({ nameservers }) => (
        <span title={nameservers.join('\n')} className={twoLines}>
          <PlaceholderMark names={nameservers} /> <span className="font-mono">{nameservers.join(', ')}</span>
        </span>
      ),
    },
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

export function ServiceGroupPage() {
  const language = useLanguage()
  const text = useText(serviceGroupMessages)
  const list = useList(serviceGroups)
  const refusal = useCallback(
    (group: ServiceGroup) => (group.isDefault ? problemText('service_group_default', language) : group.domainCount > 0 ? text.inUse(group.domainCount) : null),
    [language, text],
  )
  return <NounScreen list={list} text={text} calls={serviceGroup} Add={Add} Edit={Edit} refusal={refusal} />
}
