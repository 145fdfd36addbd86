import type { ReactNode } from 'react'
import { logMethods, type LogAudience } from '@nameplane/contract/dns/log'
import { useText } from '../../../i18n/messages.ts'
import { useGo, useScreenLocation } from '../../../routing/screen-location.tsx'
import { Empty } from '../../../screen-parts/empty.tsx'
import { PageHead } from '../../../screen-parts/list/list-page.tsx'
import { surface } from '../../../screen-parts/surface.ts'
import { Tabs } from '../../../screen-parts/tabs.tsx'
import { logMessages } from './log.messages.ts'
import { OperationLog } from './operation-log.tsx'
import { SignInLog } from './sign-in-log.tsx'

const methods = ['signIn', 'operation', 'plan', 'finance', 'other'] as const

/** The logs of users or of administrators; `{method}` says which (screens.md 1). */
export function LogPage() {
  const text = useText(logMessages)
  const { pathname, params } = useScreenLocation()
  const audience: LogAudience = pathname.startsWith('/dns/log/users/') ? 'users' : 'admin'
  const method = methods.find((name) => String(logMethods[name]) === params['method']) ?? 'signIn'
  const tabs = <MethodTabs audience={audience} method={method} />
  if (method === 'signIn') return <SignInLog key={audience} audience={audience} tabs={tabs} />
  if (method === 'operation') return <OperationLog key={audience} audience={audience} tabs={tabs} />
  if (method === 'finance') {
    const payments = { module: 'payment', noneTitle: text.noneTitle.finance, noneHelp: text.noneHelp.finance }
    return <OperationLog key={`${audience} finance`} audience={audience} tabs={tabs} of={payments} />
  }
  return <ComingLog audience={audience} method={method} tabs={tabs} />
}

function MethodTabs({ audience, method }: { audience: LogAudience; method: (typeof methods)[number] }) {
  const text = useText(logMessages)
  const go = useGo()
  return (
    <Tabs
      label={text.methods.label}
      chosen={method}
      options={methods.map((name) => [name, text.methods[name]])}
      onChoose={(name) => go(`/dns/log/${audience}/${logMethods[name]}`)}
    />
  )
}

/** A kind of log that nothing writes yet. */
function ComingLog({ audience, method, tabs }: { audience: LogAudience; method: (typeof methods)[number]; tabs: ReactNode }) {
  const text = useText(logMessages)
  return (
    <>
      <PageHead title={text.titles[audience]} help={text.about[audience]} />
      <section className={`overflow-hidden ${surface}`}>
        {tabs}
        <Empty title={text.noneTitle[method]} help={text.noneHelp[method]} />
      </section>
    </>
  )
}
