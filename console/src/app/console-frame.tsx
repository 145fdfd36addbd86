import { useEffect, useMemo, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMatches, useRouterState } from '@tanstack/react-router'
import { queryClient } from '../api/queries.ts'
import { navigation, type Navigation } from '../api/session-calls.ts'
import { useStore } from '../browser/store.ts'
import { useLanguage } from '../i18n/language.ts'
import { firstBelow, mayOpen, menuOf, type Sight } from '../routing/menu.ts'
import { useOwnTitle } from '../routing/page-title.ts'
import { useGo, type ScreenLocation } from '../routing/screen-location.tsx'
import { matchPath, type Screen } from '../routing/screen.ts'
import { PaletteHost } from '../shell/palette/palette-host.tsx'
import { Shell } from '../shell/shell.tsx'
import { NoRightPage, NotFoundPage } from './absent-pages.tsx'
import { useKeptTablePreference } from './keep-table-preference.ts'
import { refreshCount } from './refresh.ts'
import { screens } from './screens.ts'
import { sections } from './sections.ts'
import { ViewCache } from './view-cache.tsx'

const productName = 'Nameplane'
const absentTitle = { zh: '页面不存在', en: 'Page not found' }

/** Everything around a screen: the shell, and the screen's own main element, title and place. */
export function ConsoleFrame() {
  const refreshes = useStore(refreshCount)
  const caller = useCaller(refreshes)
  useEffect(() => {
    if (refreshes > 0) void queryClient.invalidateQueries()
  }, [refreshes])
  return <QueryClientProvider client={queryClient}>{caller && <FrameOf caller={caller} />}</QueryClientProvider>
}

/** The guard has asked already; this is the answer it got. */
function useCaller(refreshes: number): Navigation | null {
  const [caller, setCaller] = useState<Navigation | null>(null)
  useEffect(() => {
    let isCurrent = true
    // Without an answer the guard keeps us from getting here.
    navigation().then(
      (answer) => isCurrent && setCaller(answer),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [refreshes])
  return caller
}

function FrameOf({ caller }: { caller: Navigation }) {
  useKeptTablePreference(caller.user.userId)
  const language = useLanguage()
  const refreshes = useStore(refreshCount)
  const location = useShownLocation()
  const isPending = useRouterState({ select: (state) => state.status === 'pending' })
  const sight = useMemo(() => sightOf(caller), [caller])
  const menu = useMemo(() => menuOf(screens, sections, sight), [sight])
  const screen = screens.find((row) => matchPath(row.path, location.pathname) !== null) ?? null
  const ownTitle = useOwnTitle(location.pathname)
  const absence = screen === null ? 'not-found' : mayOpen(screen, sight) ? null : 'no-right'
  const title = ownTitle ?? screen?.title[language] ?? absentTitle[language]

  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])

  const parent = screen === null ? firstBelow(location.pathname, menu) : null
  if (parent !== null) return <GoOn to={parent} />

  return (
    <>
      <Shell menu={menu} caller={caller.user} pathname={location.pathname} screen={screen} title={title} isPending={isPending}>
        <main data-screen={absence === 'not-found' ? 'not-found' : location.pathname} className="min-w-0 flex-1 px-4 pb-6 pad:px-6">
          {absence === null && screen !== null ? (
            <ViewCache key={`${refreshes} ${caller.user.userId}`} screen={screen} location={location} />
          ) : absence === 'no-right' ? (
            <NoRightPage />
          ) : (
            <NotFoundPage />
          )}
        </main>
      </Shell>
      <PaletteHost menu={menu} screens={screens} rights={sight.permissions} />
    </>
  )
}

function sightOf({ menuList, permissions, user }: Navigation): Sight {
  return { menuPaths: new Set(menuList.map(({ path }) => path)), permissions: new Set(permissions), hiddenPaths: user.unvalidModel }
}

/** Where the page that is drawn stands; the address bar may already be on its way to the next one. */
function useShownLocation(): ScreenLocation {
  const match = useMatches({ select: (matches) => matches.at(-1)! })
  const { pathname, search } = match
  return useMemo(() => {
    const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
    const params = screens.map((screen: Screen) => matchPath(screen.path, path)).find((found) => found !== null) ?? {}
    return { pathname: path, params, search: search as Record<string, string> }
  }, [pathname, search])
}

function GoOn({ to }: { to: string }) {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}
