import { useMay } from '../../../../api/rights.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../../../routing/screen-location.tsx'
import { PageHead } from '../../../../screen-parts/list/list-page.tsx'
import { surface } from '../../../../screen-parts/surface.ts'
import { Tabs } from '../../../../screen-parts/tabs.tsx'
import { useScreenTitle } from '../screen-title.ts'
import { ApiTokenPage } from './api-token-page.tsx'
import { apiTokenMessages } from './api-token.messages.ts'
import { LargeChangesForm } from './large-changes-form.tsx'
import { LoginRulesForm } from './login-rules-form.tsx'
import { loginMessages } from './login.messages.ts'

const tabNames = ['rules', 'changes', 'api'] as const

/** The rules of signing in; with `?tab=changes` who confirms large changes, and with `?tab=api` the keys of programs, which sign in nowhere. */
export function LoginSettingsPage() {
  const title = useScreenTitle('/system/config/login')
  const text = useText(loginMessages)
  const { tabs: names } = useText(apiTokenMessages)
  const setSearch = useSetSearch()
  const { search } = useScreenLocation()
  const maySeeTokens = useMay('api_token.read')
  const tab = search['tab'] === 'api' && maySeeTokens ? 'api' : search['tab'] === 'changes' ? 'changes' : 'rules'
  const shown = tabNames.filter((name) => name !== 'api' || maySeeTokens)
  const tabs = (
    <Tabs
      label={title}
      options={shown.map((value) => [value, names[value]])}
      chosen={tab}
      onChoose={(value) => setSearch({ tab: value === 'rules' ? null : value })}
    />
  )
  if (tab === 'api') return <ApiTokenPage title={title} tabs={tabs} />
  return (
    <>
      <PageHead title={title} help={tab === 'changes' ? text.changesHelp : text.help} />
      <section className={surface}>
        {tabs}
        {tab === 'changes' ? <LargeChangesForm /> : <LoginRulesForm />}
      </section>
    </>
  )
}
