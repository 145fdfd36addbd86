import { Suspense, useEffect, useMemo, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import ListIcon from 'icon:list'
import { queryClient } from '../api/queries.ts'
import { navigation, type Navigation } from '../api/session-calls.ts'
import { renewNavigation, useNavigationAge } from '../api/renewed-navigation.ts'
import { seeAsRole } from '../api/seen-role.ts'
import { lazyPart } from '../browser/chunk-loading.ts'
import { useStore } from '../browser/store.ts'
import { menuIconOf } from '../entities/menu/menu-icons.ts'
import { useSiteTitle } from '../entities/site/site.ts'
import { proposeLanguage, useLanguage } from '../i18n/language.ts'
import { addressOf, isUnderway, shownAddress } from '../routing/address.ts'
import { firstBelow, mayOpen, menuOf, ownTitleOf, placeIn, type MenuSection, type MenuWords } from '../routing/menu.ts'
import { OwnTitlesProvider } from '../routing/own-titles.tsx'
import { useOwnTitle } from '../routing/page-title.ts'
import { useGo, type ScreenLocation } from '../routing/screen-location.tsx'
import { matchPath, type Screen } from '../routing/screen.ts'
import { parseSearch } from '../routing/search-text.ts'
import { leaving } from '../routing/unsaved.ts'
import { PaletteHost } from '../shell/palette/palette-host.tsx'
import { SeenAsBanner } from '../shell/seen-as-banner.tsx'
import { Shell } from '../shell/shell.tsx'
import { ToastRegion } from '../shell/toast-region.tsx'
import { homePath } from './guard.ts'
import { NoRightPage, NotFoundPage } from './absent-pages.tsx'
import { useKeptTablePreference } from './keep-table-preference.ts'
import { refreshCount } from './refresh.ts'
import { allScreens, isAreaKnown, knownScreens, loadArea } from './screens.ts'
import { sections } from './sections.ts'
import { ViewCache } from './view-cache.tsx'

const LeaveDialog = lazyPart(() => import('../shell/leave-dialog.tsx').then((part) => part.LeaveDialog))
const ImpersonationBanner = lazyPart(() => import('../shell/impersonation-banner.tsx').then((part) => part.ImpersonationBanner))

/** Where a new password is set; until that is done, a caller who owes one sees nothing else. */
const passwordPath = '/account/users/reset-password'
const absentTitle = { zh: '页面不存在', en: 'Page not found' }

/** Everything around a screen: the shell, and the screen's own main element, title and place. */
export function ConsoleFrame() {
  const refreshes = useStore(refreshCount)
  const caller = useCaller(refreshes, useNavigationAge())
  useEffect(() => {
    if (refreshes > 0) void queryClient.invalidateQueries()
  }, [refreshes])
  return (
    <QueryClientProvider client={queryClient}>
      {caller && <FrameOf caller={caller} />}
      <ToastRegion />
      <LeaveQuestion />
    </QueryClientProvider>
  )
}

function LeaveQuestion() {
  const question = useStore(leaving)
  return <Suspense fallback={null}>{question && <LeaveDialog answer={question.answer} />}</Suspense>
}

/** The guard has asked already; this is the answer it got. */
function useCaller(refreshes: number, age: number): Navigation | null {
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
  }, [refreshes, age])
  return caller
}

/** Without an answer what is not named yet stays so; whoever goes there is told. */
const loadAll = (): Promise<void> =>
  allScreens().then(
    () => undefined,
    () => undefined,
  )

function FrameOf({ caller }: { caller: Navigation }) {
  useKeptTablePreference(caller.user.userId, caller.user.impersonator === null)
  const language = useLanguage()
  const refreshes = useStore(refreshCount)
  const location = useShownLocation()
  const isPending = useStore(isUnderway)
  const permissions = useMemo(() => new Set(caller.permissions), [caller])
  const known = useStore(knownScreens)
  const { screens } = known
  const words = useMemo(
    (): MenuWords => ({ screens: known.screens, isKnown: (path) => isAreaKnown(path, known), sections, iconOf: menuIconOf, plainIcon: ListIcon }),
    [known],
  )
  const menu = useMemo(() => menuOf(caller.menuList, words), [caller, words])
  const titles = useMemo(() => ({ titleOf: (row: { kind: string; path: string }) => ownTitleOf(row, words), loadAll }), [words])
  useNamedSection(menu, location.pathname)
  const screen = screens.find((row) => matchPath(row.path, location.pathname) !== null) ?? null
  const uncached = useMemo(() => new Set(caller.menuList.flatMap((row) => (row.cached ? [] : row.path))), [caller])
  const isKept = (one: Screen): boolean => !uncached.has(one.path)
  const siteTitle = useSiteTitle()
  const ownTitle = useOwnTitle(location.pathname)
  const absence = screen === null ? 'not-found' : mayOpen(screen, permissions) ? null : 'no-right'
  const named = screen && caller.menuList.find((row) => row.kind === 'page' && (row.path === location.pathname || row.path === screen.path))
  const title = ownTitle ?? (language === 'zh' ? named?.nameZh : named?.nameEn) ?? screen?.title[language] ?? absentTitle[language]

  useEffect(() => {
    document.title = `${title} · ${siteTitle}`
  }, [title, siteTitle])

  const isHomeClosed = absence === 'no-right' && location.pathname === homePath
  useEffect(() => {
    if (caller.user.language !== '') proposeLanguage(caller.user.language === 'cn' ? 'zh' : 'en')
  }, [caller])

  if (caller.user.resetDue && location.pathname !== passwordPath) return <GoOn to={passwordPath} />
  const parent = screen === null ? firstBelow(location.pathname, menu) : isHomeClosed ? firstScreen(menu) : null
  if (parent !== null) return <GoOn to={parent} />

  return (
    <OwnTitlesProvider titles={titles}>
      <Shell
        menu={menu}
        caller={caller.user}
        pathname={location.pathname}
        screen={screen}
        title={title}
        isPending={isPending}
        banner={<Banners caller={caller} />}
      >
        <main data-screen={absence === 'not-found' ? 'not-found' : location.pathname} className="min-w-0 flex-1 px-4 pb-6 pad:px-6">
          {absence === null && screen !== null ? (
            <ViewCache key={`${refreshes} ${caller.user.userId} ${caller.seenAs?.id ?? ''}`} screen={screen} location={location} isKept={isKept} />
          ) : absence === 'no-right' ? (
            <NoRightPage />
          ) : (
            <NotFoundPage />
          )}
        </main>
      </Shell>
      <PaletteHost menu={menu} screens={screens} rights={permissions} username={caller.user.username} loadAll={loadAll} />
    </OwnTitlesProvider>
  )
}

/** The side menu names all entries of its section, wherever administrators took them from. */
function useNamedSection(menu: readonly MenuSection[], pathname: string): void {
  const section = placeIn(menu, pathname)?.section
  useEffect(() => {
    for (const { path, isExternal } of section?.groups.flatMap((group) => group.entries) ?? []) if (!isExternal) void loadArea(path).catch(() => undefined)
  }, [section])
}

/** What the caller must not forget while it lasts. */
function Banners({ caller: { seenAs, user } }: { caller: Navigation }) {
  return (
    <>
      {seenAs && <SeenAsBanner name={seenAs.name} onLeave={leaveRole} />}
      {user.impersonator !== null && (
        <Suspense fallback={null}>
          <ImpersonationBanner username={user.username} administrator={user.impersonator} />
        </Suspense>
      )}
    </>
  )
}

/** Whoever may not see the overview begins at the first screen there is. */
function firstScreen(menu: readonly MenuSection[]): string | null {
  return menu.map((section) => section.home).find((path) => path.startsWith('/')) ?? null
}

function leaveRole(): void {
  seeAsRole(null)
  queryClient.clear()
  renewNavigation()
}

/** Where the page that is drawn stands; the address bar may already be on its way to the next one. */
function useShownLocation(): ScreenLocation {
  const address = useStore(shownAddress)
  return useMemo(() => {
    // The frame is drawn only where something is shown.
    const { pathname, search } = address ?? addressOf('')
    const params =
      knownScreens
        .get()
        .screens.map((screen) => matchPath(screen.path, pathname))
        .find((found) => found !== null) ?? {}
    return { pathname, params, search: parseSearch(search) }
  }, [address])
}

function GoOn({ to }: { to: string }) {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}
