import { Suspense, useCallback } from 'react'
import type { Domain } from '@nameplane/contract/dns/domain'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { DomainHead } from '../../../entities/domain/domain-head.tsx'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { useText } from '../../../i18n/messages.ts'
import { useSetSearch } from '../../../routing/screen-location.tsx'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { dynamicHosts } from './dynamic-host-list.tsx'
import { dynamicHostMessages } from './dynamic-host.messages.ts'
import { useHostActions } from './use-host-actions.ts'

const Add = lazyPart(() => import('./dynamic-host-form.tsx').then((form) => form.AddDynamicHost))
const Renew = lazyPart(() => import('./dynamic-host-form.tsx').then((form) => form.RenewDynamicHost))
const Settings = lazyPart(() => import('./client-settings.tsx').then((part) => part.ClientSettings))

const forReaders = { forReaders: ['settings'] }

/** The credentials by which routers and programs change addresses of a domain. */
export function DynamicHostPage() {
  return <OneDomain>{(domain) => <HostsOfDomain domain={domain} />}</OneDomain>
}

function HostsOfDomain({ domain }: { domain: Domain }) {
  const text = useText(dynamicHostMessages)
  const list = useList(dynamicHosts, { domainId: domain.id })
  const { opened, editing, open, close } = useDialogs(list, 'dynamic_host.write', forReaders)
  const setSearch = useSetSearch()
  // The host that a record led here with is done with, too.
  const closeAdd = useCallback(() => setSearch({ open: null, host: null, line: null }), [setSearch])
  const actions = useListActions(list, 'dynamic_host.write', useHostActions(open))
  const row = editing?.row
  return (
    <>
      <DomainHead domain={domain} page="dynamic" />
      <ListScreen list={list} actions={actions} text={text} isPart>
        <Suspense fallback={null}>
          {opened === 'add' && <Add domain={domain} onClose={closeAdd} />}
          {opened === 'renew' && row && <Renew key={row.id} row={row} domain={domain.domain} onClose={close} />}
          {opened === 'settings' && row && <Settings key={row.id} row={row} domain={domain.domain} onClose={close} />}
        </Suspense>
      </ListScreen>
    </>
  )
}
