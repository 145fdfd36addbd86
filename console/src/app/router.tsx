import { createHashHistory, createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { cancelPendingCalls } from '../api/client.ts'
import { forgetNavigation, isSignedIn, signInForm } from '../api/session-calls.ts'
import { onSessionRemoved, removeSession, sessionToken } from '../api/session-store.ts'
import { loadChunk } from '../browser/chunk-loading.ts'
import { forgetSearches, rememberSearch } from '../routing/last-search.ts'
import { parseSearch, searchText } from '../routing/search-text.ts'
import { matchPath } from '../routing/screen.ts'
import { loadedPage, loadPage } from './loaded-pages.ts'
import { guard, loginPath } from './guard.ts'
import { HeldPage } from './held-page.tsx'
import { LoadErrorPage } from './load-error-page.tsx'
import { countRefresh } from './refresh.ts'

/*
 * The routes. Code is loaded by the routes' loaders, so that the page that is open stays until the next one is there. The
 * list of screens comes with the frame: signing in waits for nothing of it.
 */

function goTo(target: string) {
  const [to = '/', search = ''] = target.split('?', 2)
  return redirect({ to, search: parseSearch(search), replace: true })
}

const root = createRootRoute({
  beforeLoad: async ({ location, preload }) => {
    if (preload) return
    if (sessionToken() !== null) fetchAhead(location.pathname)
    const target = await guard(location.pathname, location.href, {
      isValid: isSignedIn,
      clear: () => {
        forgetNavigation()
        removeSession()
      },
    })
    if (target !== null) throw goTo(target)
  },
  component: () => (
    <HeldPage>
      <Outlet />
    </HeldPage>
  ),
  errorComponent: LoadErrorPage,
})

/** The code is on its way while the guard still asks; whoever needs it and does not get it says so. */
function fetchAhead(pathname: string): void {
  for (const load of [loadFrame, () => loadScreenAt(pathname)]) load().catch(() => undefined)
}

const loginKey = 'login'
const login = createRoute({
  getParentRoute: () => root,
  path: loginPath,
  // The form's code and what it must look like come at the same time.
  loader: async () => {
    const [form] = await Promise.all([signInForm(), loadPage(loginKey, () => import('./login-route.tsx').then((page) => page.LoginRoute))])
    return form
  },
  component: () => <Loaded pageKey={loginKey} />,
})

/** `/redirect/{path}` shows that path anew: its page starts afresh and asks the server again. */
const refresh = createRoute({
  getParentRoute: () => root,
  path: '/redirect/$',
  beforeLoad: ({ params, location, preload }) => {
    if (preload) return
    forgetNavigation()
    countRefresh()
    throw goTo(`/${params._splat ?? ''}${location.searchStr}`)
  },
})

const frameKey = 'frame'
const loadFrame = () => loadPage(frameKey, () => import('./console-frame.tsx').then((page) => page.ConsoleFrame))
const frame = createRoute({ getParentRoute: () => root, id: frameKey, loader: loadFrame, component: () => <Loaded pageKey={frameKey} /> })

/** Any screen, and any path that is none: the frame draws what its loader has loaded. */
const screen = createRoute({ getParentRoute: () => frame, path: '$', loader: ({ location }) => loadScreenAt(location.pathname), component: () => null })

async function loadScreenAt(pathname: string): Promise<void> {
  const { screens } = await loadChunk(() => import('./screens.ts'))
  const found = screens.find((row) => matchPath(row.path, pathname) !== null)
  if (found) await loadPage(found.path, found.load)
}

function Loaded({ pageKey }: { pageKey: string }) {
  const Page = loadedPage(pageKey)
  return Page ? <Page /> : null
}

export const router = createRouter({
  routeTree: root.addChildren([login, refresh, frame.addChildren([screen])]),
  history: createHashHistory(),
  parseSearch: (text) => parseSearch(text),
  stringifySearch: (search) => searchText(search),
  defaultErrorComponent: LoadErrorPage,
  defaultPreloadStaleTime: 30_000,
  // Pages are lists and forms: a new one starts at its top, going back returns to where it was.
  scrollRestoration: true,
})

router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
  if (pathChanged) cancelPendingCalls()
  if (fromLocation) rememberSearch(fromLocation.pathname, fromLocation.searchStr)
})
onSessionRemoved(forgetSearches)
