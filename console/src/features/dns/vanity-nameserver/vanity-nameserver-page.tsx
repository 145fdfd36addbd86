import { useMemo } from 'react'
import { vanityNameserver } from '@nameplane/contract/dns/vanity-nameserver'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useText } from '../../../i18n/messages.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { NounScreen } from '../../../screen-parts/list/noun-screen.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { listedCodes } from '../../../screen-parts/list/list-cells.tsx'
import { vanityNameserverMessages, vanityNameserverWords } from './vanity-nameserver.messages.ts'

const Add = lazyPart(() => import('./vanity-nameserver-form.tsx').then((form) => form.AddVanityNameserver))
const Edit = lazyPart(() => import('./vanity-nameserver-form.tsx').then((form) => form.EditVanityNameserver))
const Addresses = lazyPart(() => import('./vanity-nameserver-drawer.tsx').then((drawer) => drawer.VanityNameserverDrawer))

const vanityNameservers = defineList(vanityNameserver.list, {
  name: 'vanity-nameserver',
  words: vanityNameserverWords,
  rowName: (row) => row.username,
  filters: ['search'],
  columns: [
    { key: 'username', isFixed: true, onCard: 'title', widthPx: 180 },
    { key: 'names', onCard: 'fact', cell: ({ names }) => listedCodes(names) },
    { key: 'domainCount', isNumber: true, onCard: 'fact', widthPx: 110 },
    { key: 'createTime', isHiddenAtFirst: true, widthPx: 140 },
    { key: 'updateTime', widthPx: 140 },
  ],
})

/** Which users show name servers of their own, and which. */
export function VanityNameserverPage() {
  const text = useText(vanityNameserverMessages)
  const list = useList(vanityNameservers)
  const view = useMemo(() => ({ label: text.addresses.action, View: Addresses }), [text])
  return <NounScreen list={list} text={text} calls={vanityNameserver} Add={Add} Edit={Edit} view={view} />
}
