import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useHashLocation } from 'wouter/use-hash-location'
import { cancelPendingCalls } from '../api/client.ts'
import { forgetNavigation, isSignedIn, signInForm, takeWrittenForm } from '../api/session-calls.ts'
import { onSessionRemoved, removeSession, sessionToken } from '../api/session-store.ts'
import { useStore } from '../browser/store.ts'
import { addressOf, currentAddress, fetchCodeBy, goTo, isUnderway, shownAddress, type Address } from '../routing/address.ts'
import { forgetSearches, rememberSearch, withoutOpening } from '../routing/last-search.ts'
import { rememberScroll, settleScroll } from '../routing/scroll-memory.ts'
import { matchPath } from '../routing/screen.ts'
import { mayLeaveFor } from '../routing/unsaved.ts'
import { arrival, attempts, type Arrival } from './arrival.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { consolePath, guard, homePath, loginPath, registerPath } from './guard.ts'
import { loadedPage, loadPage } from './loaded-pages.ts'
import { RestrictedPage } from './restricted-page.tsx'
import { LoadErrorPage } from './load-error-page.tsx'
import { LoginRoute } from './login-route.tsx'
import { countRefresh } from './refresh.ts'
import { knownScreens, loadArea } from './screens.ts'

/*
 * The way from the address bar to what is drawn. Code is loaded before the address counts as shown, so that the page that is
 * open stays until the next one is there. The screens come in tables of their own: signing in waits for none of them.
 */

const frameKey = 'frame'
/** Pages that are drawn without the frame, all by one part. */
const isLoginPage = (pathname: string): boolean => pathname === loginPath || pathname === registerPath
const loadFrame = () => loadPage(frameKey, () => import('./console-frame.tsx').then((page) => page.ConsoleFrame))

async function loadScreenAt(pathname: string): Promise<void> {
  await loadArea(pathname)
  const found = knownScreens.get().screens.find((row) => matchPath(row.path, pathname) !== null)
  if (found) await loadPage(found.path, found.load)
}

const ignore = (): undefined => undefined

/** The code is on its way while the guard still asks, or somebody still types; whoever needs it and does not get it says so. */
function fetchAhead(pathname: string): void {
  for (const load of [loadFrame, () => loadScreenAt(pathname === consolePath ? homePath : pathname)]) load().catch(ignore)
}

/** `/redirect/{path}` shows that path anew: its page starts afresh and asks the server again. */
const refreshPath = /^\/redirect(?=\/)/

/** Where an address leads instead, or null when it is one to be shown. */
async function targetOf({ pathname, search }: Address): Promise<string | null> {
  const target = await guard(pathname, `${pathname}${search}`, {
    isValid: isSignedIn,
    clear: () => {
      forgetNavigation()
      removeSession()
    },
  })
  if (target !== null || !refreshPath.test(pathname)) return target
  forgetNavigation()
  countRefresh()
  return `${pathname.replace(refreshPath, '')}${search}`
}

/** Loads what shows the address. */
async function arriveAt(pathname: string): Promise<Arrival> {
  const written = takeWrittenForm()
  if (isLoginPage(pathname)) {
    return { failure: null, screenFailure: null, form: written ?? (await signInForm()) }
  }
  const screen = loadScreenAt(pathname).then(
    () => null,
    (cause: unknown) => cause,
  )
  await loadFrame()
  return { failure: null, screenFailure: await screen, form: null }
}

let latest = 0

/** Goes the way to an address to its end, unless another one is begun meanwhile. */
async function travel(address: Address): Promise<void> {
  const mine = (latest += 1)
  const from = shownAddress.get()
  // Without a session there is nothing left to save.
  if (from && from.pathname !== address.pathname && sessionToken() !== null && !(await mayLeaveFor(address.pathname))) {
    if (mine === latest) goTo(`${from.pathname}${from.search}`, { replace: true })
    return
  }
  if (mine !== latest) return
  if (from?.pathname !== address.pathname) cancelPendingCalls()
  if (from) rememberSearch(from.pathname, from.search)
  isUnderway.set(true)
  if (sessionToken() !== null) fetchAhead(address.pathname)
  let outcome: Arrival
  try {
    const target = await targetOf(address)
    if (mine !== latest) return
    if (target !== null) return goTo(target, { replace: true })
    outcome = await arriveAt(address.pathname)
  } catch (failure) {
    outcome = { failure, screenFailure: null, form: null }
  }
  if (mine !== latest) return
  isUnderway.set(false)
  arrival.set(outcome)
  shownAddress.set(address)
}

/** The address that was set out for before anything was drawn, until the first drawing. */
let begun: Address | null = null

/**
 * Sets out before anything is drawn. Without a session it also arrives, wherever the address leads, so that the sign-in page is drawn once
 * instead of after an empty page; with one, a restriction may have to be drawn on the way.
 */
export async function setOut(): Promise<void> {
  const isStranger = sessionToken() === null
  do {
    begun = currentAddress()
    const way = travel(begun)
    if (isStranger) await way
  } while (isStranger && shownAddress.get() === null)
}

export function Router() {
  const [text] = useHashLocation()
  const attempt = useStore(attempts)
  const shown = useStore(shownAddress)
  useEffect(() => {
    const address = addressOf(text)
    const isBegun = begun?.pathname === address.pathname && begun.search === address.search
    begun = null
    if (!isBegun) void travel(address)
  }, [text, attempt])
  useSettledScroll(shown)
  return (
    <ErrorBoundary resetKey={shown}>
      <RestrictedPage>
        <Suspense fallback={null}>{shown && <Shown pathname={shown.pathname} />}</Suspense>
      </RestrictedPage>
    </ErrorBoundary>
  )
}

function Shown({ pathname }: { pathname: string }) {
  const { failure } = useStore(arrival)
  if (failure !== null) return <LoadErrorPage error={failure} reset={ignore} />
  const Page = isLoginPage(pathname) ? LoginRoute : loadedPage(frameKey)
  return Page ? <Page /> : null
}

function useSettledScroll(shown: Address | null): void {
  const before = useRef<Address>(null)
  useLayoutEffect(() => {
    if (shown === null) return
    const last = before.current
    before.current = shown
    settleScroll(last?.pathname === shown.pathname && withoutOpening(last.search) === withoutOpening(shown.search))
  }, [shown])
}

rememberScroll()
fetchCodeBy(fetchAhead)
onSessionRemoved(forgetSearches)
