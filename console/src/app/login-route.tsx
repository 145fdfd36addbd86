import { LoginPage } from '../features/account/session/login-page.tsx'
import { useStore } from '../browser/store.ts'
import { goTo, shownAddress } from '../routing/address.ts'
import { parseSearch } from '../routing/search-text.ts'
import { arrival } from './arrival.ts'
import { loginPath, wayOn } from './guard.ts'

/** The sign-in page, and the way it leads on to. */
export function LoginRoute() {
  const { form } = useStore(arrival)
  const { redirect, step, state, code = '' }: Readonly<Record<string, string | undefined>> = parseSearch(useStore(shownAddress)?.search ?? '')
  const way = redirect === undefined ? '' : `redirect=${encodeURIComponent(redirect)}`
  const paths = { signIn: way === '' ? loginPath : `${loginPath}?${way}`, forgot: `${loginPath}?step=forgot${way === '' ? '' : `&${way}`}` }
  const returned = state === undefined ? null : { state, code }
  return <LoginPage form={form} isForgotten={step === 'forgot'} returned={returned} paths={paths} onSignedIn={() => goTo(wayOn(), { replace: true })} />
}
