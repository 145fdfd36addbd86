import { useMay } from '../../../../api/rights.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../../../routing/screen-location.tsx'
import { PageHead } from '../../../../screen-parts/list/list-page.tsx'
import { surface } from '../../../../screen-parts/surface.ts'
import { Tabs } from '../../../../screen-parts/tabs.tsx'
import { useScreenTitle } from '../screen-title.ts'
import { CheckedNodes } from './checked-nodes.tsx'
import { NodeCheckForm } from './node-check-form.tsx'
import { NodeCheckKey } from './node-check-key.tsx'
import { nodeCheckMessages } from './node-check.messages.ts'
import { NodeInstall } from './node-install.tsx'
import { nodeInstallMessages } from './node-install.messages.ts'

const tabNames = ['check', 'install'] as const

/** How CDN nodes are checked: the rules, the API that nodes use, and what they report; with `?tab=install` how they come to be. */
export function NodePage() {
  const title = useScreenTitle('/system/config/node')
  const text = useText(nodeCheckMessages)
  const { tabs: names } = useText(nodeInstallMessages)
  const setSearch = useSetSearch()
  const { search } = useScreenLocation()
  const maySee = useMay('node_check.read')
  const maySeeInstalled = useMay('node_install.read')
  const tab = search['tab'] === 'install' && maySeeInstalled ? 'install' : 'check'
  const tabs = (
    <Tabs
      label={title}
      options={tabNames.filter((name) => name === 'check' || maySeeInstalled).map((value) => [value, names[value]])}
      chosen={tab}
      onChoose={(value) => setSearch({ tab: value, open: null })}
    />
  )
  if (tab === 'install') return <NodeInstall title={title} tabs={tabs} />
  return (
    <>
      <PageHead title={title} help={text.help} />
      <div className="grid items-start gap-4 pc:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section className={surface}>
          {tabs}
          <NodeCheckForm />
        </section>
        <div className="flex min-w-0 flex-col gap-4">
          <NodeCheckKey />
          {maySee && <CheckedNodes />}
        </div>
      </div>
    </>
  )
}
