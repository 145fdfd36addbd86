import { useLoaderData, useRouterState } from '@tanstack/react-router'
import type { SignInForm } from '../api/session-calls.ts'
import { LoginPage } from '../features/account/session/login-page.tsx'
import { useGo } from '../routing/screen-location.tsx'
import { afterSignIn, loginPath } from './guard.ts'

/** The sign-in page, and the way it leads on to. */
export function LoginRoute() {
  const go = useGo()
  const form: SignInForm | null = useLoaderData({ strict: false }) ?? null
  const { redirect, step, state, code = '' } = useRouterState({ select: (of) => of.location.search as Readonly<Record<string, string | undefined>> })
  const way = redirect === undefined ? '' : `redirect=${encodeURIComponent(redirect)}`
  const paths = { signIn: way === '' ? loginPath : `${loginPath}?${way}`, forgot: `${loginPath}?step=forgot${way === '' ? '' : `&${way}`}` }
  const returned = state === undefined ? null : { state, code }
  return (
    <LoginPage form={form} isForgotten={step === 'forgot'} returned={returned} paths={paths} onSignedIn={() => go(afterSignIn(redirect), { replace: true })} />
  )
}
