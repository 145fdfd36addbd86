import { useText } from '../../../../i18n/messages.ts'
import { PageHead } from '../../../../screen-parts/list/list-page.tsx'
import { LoginRulesForm } from './login-rules-form.tsx'
import { loginMessages } from './login.messages.ts'

/** The rules of signing in. */
export function LoginSettingsPage() {
  const text = useText(loginMessages)
  return (
    <>
      <PageHead title={text.title} help={text.help} />
      <section className="rounded-lg border border-kumo-line bg-kumo-base">
        <LoginRulesForm />
      </section>
    </>
  )
}
