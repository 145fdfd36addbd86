import { LoginPage } from '../features/account/session/login-page.tsx'
import { useStore } from '../browser/store.ts'
import { comeNear, goTo, shownAddress } from '../routing/address.ts'
import { parseSearch } from '../routing/search-text.ts'
import { arrival } from './arrival.ts'
import { loginPath, registerPath, wayOn } from './guard.ts'

/** The sign-in page with its steps, and the way it leads on to. */
export function LoginRoute() {
  const { form } = useStore(arrival)
  const shown = useStore(shownAddress)
  const { redirect, step, link, state, code = '' }: Readonly<Record<string, string | undefined>> = parseSearch(shown?.search ?? '')
  const way = redirect === undefined ? '' : `redirect=${encodeURIComponent(redirect)}`
  const paths = {
    signIn: way === '' ? loginPath : `${loginPath}?${way}`,
    forgot: `${loginPath}?step=forgot${way === '' ? '' : `&${way}`}`,
    register: registerPath,
  }
  return (
    <LoginPage
      form={form}
      step={shown?.pathname === registerPath ? 'register' : step === 'forgot' ? 'forgot' : 'sign-in'}
      link={link ?? null}
      returned={state === undefined ? null : { state, code }}
      paths={paths}
      onNameEntered={() => comeNear(wayOn())}
      onSignedIn={() => goTo(wayOn(), { replace: true })}
    />
  )
}
