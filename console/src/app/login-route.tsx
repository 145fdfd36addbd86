import { useLoaderData, useRouterState } from '@tanstack/react-router'
import type { SignInForm } from '../api/session-calls.ts'
import { LoginPage } from '../features/account/session/login-page.tsx'
import { useGo } from '../routing/screen-location.tsx'
import { afterSignIn } from './guard.ts'

/** The sign-in page, and the way it leads on to. */
export function LoginRoute() {
  const go = useGo()
  const form: SignInForm | null = useLoaderData({ strict: false }) ?? null
  const redirect = useRouterState({ select: (state) => (state.location.search as Record<string, string | undefined>)['redirect'] })
  return <LoginPage form={form} onSignedIn={() => go(afterSignIn(redirect), { replace: true })} />
}
