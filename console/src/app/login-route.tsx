import { LoginPage } from '../features/account/session/login-page.tsx'
import { useStore } from '../browser/store.ts'
import { currentAddress, goTo, shownAddress } from '../routing/address.ts'
import { parseSearch } from '../routing/search-text.ts'
import { arrival } from './arrival.ts'
import { afterSignIn, loginPath } from './guard.ts'

/** The sign-in page, and the way it leads on to. */
export function LoginRoute() {
  const { form } = useStore(arrival)
  const { redirect, step, state, code = '' }: Readonly<Record<string, string | undefined>> = parseSearch(useStore(shownAddress)?.search ?? '')
  const way = redirect === undefined ? '' : `redirect=${encodeURIComponent(redirect)}`
  const paths = { signIn: way === '' ? loginPath : `${loginPath}?${way}`, forgot: `${loginPath}?step=forgot${way === '' ? '' : `&${way}`}` }
  const returned = state === undefined ? null : { state, code }
  return (
    <LoginPage
      form={form}
      isForgotten={step === 'forgot'}
      returned={returned}
      paths={paths}
      // By the address as it is then: the way that was remembered may come back before this is drawn with it.
      onSignedIn={() => goTo(afterSignIn(parseSearch(currentAddress().search)['redirect']), { replace: true })}
    />
  )
}
