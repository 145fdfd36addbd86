import type { Caller } from '@nameplane/contract/account/session'
import ArrowClockwiseIcon from 'icon:arrow-clockwise'
import ArrowsInIcon from 'icon:arrows-in'
import ArrowsOutIcon from 'icon:arrows-out'
import LockSimpleIcon from 'icon:lock-simple'
import ListIcon from 'icon:list'
import TranslateIcon from 'icon:translate'
import { showProblem } from '../api/queries.ts'
import { lockSession } from '../api/lock-calls.ts'
import { noticeSuccess, noticeWarning } from '../api/notices.ts'
import { toggleFullScreen, useIsFullScreen } from '../browser/full-screen.ts'
import { MessageButton } from '../features/account/message/drawer/message-button.tsx'
import { setLanguage, useLanguage } from '../i18n/language.ts'
import { textsIn, useText } from '../i18n/messages.ts'
import { MenuLink } from '../routing/menu-link.tsx'
import type { MenuSection } from '../routing/menu.ts'
import { useGo, useScreenAddress } from '../routing/screen-location.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { Brand } from './brand.tsx'
import { HeaderButton, headerButton } from './header-button.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { shellMessages } from './shell.messages.ts'
import { useLayoutTheme } from './theme/layout-theme.ts'
import { useShownMode } from './theme/theme.ts'
import { ThemeButton } from './theme/theme-button.tsx'

type HeaderProps = {
  menu: readonly MenuSection[]
  section: MenuSection | null
  caller: Caller
  isPending: boolean
  /** The logo stands here, and not over the side menu. */
  hasBrand: boolean
  /** Present where the side menu is a sheet. */
  onOpenMenu: (() => void) | null
}

export function Header({ menu, section, caller, isPending, hasBrand, onOpenMenu }: HeaderProps) {
  const text = useText(shellMessages)
  const language = useLanguage()
  const { hiddenActions, headerTheme } = useLayoutTheme()
  const mode = useShownMode()
  const isShown = (action: (typeof hiddenActions)[number]) => !hiddenActions.includes(action)
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-1 bg-np-header px-2 text-np-header-text pad:px-3 [:root[data-header=light]_&]:border-b [:root[data-header=light]_&]:border-kumo-line print:hidden">
      {onOpenMenu && <HeaderButton label={text.openMenu} onClick={onOpenMenu} icon={<ListIcon size={18} />} />}
      {hasBrand && <Brand ground={headerTheme === 'light' ? mode : 'dark'} nameClassName="hidden pad:inline" />}
      <nav aria-label={text.sections} className="ml-2 hidden h-full min-w-0 items-stretch gap-1 overflow-hidden pad:flex pc:ml-4">
        {menu.map((row) => (
          <MenuLink
            key={row.key}
            to={row.home}
            data-current={row === section || undefined}
            className="relative flex items-center px-3 text-sm whitespace-nowrap text-np-header-text/70 transition-colors hover:text-np-header-text focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-np-header-text data-current:text-np-header-text data-current:after:absolute data-current:after:inset-x-3 data-current:after:bottom-0 data-current:after:h-0.5 data-current:after:bg-np-header-text"
          >
            {row.title[language]}
          </MenuLink>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-0.5">
        {isShown('search') && <PaletteButton />}
        {isShown('lock') && <LockButton username={caller.username} />}
        {isShown('fullScreen') && <FullScreenButton />}
        {isShown('message') && <MessageButton caller={caller} className={headerButton} />}
        {isShown('refresh') && <RefreshButton />}
        {isShown('language') && <LanguageButton />}
        <ThemeButton />
        <AvatarMenu menu={menu} caller={caller} />
      </div>
      {isPending && <div role="progressbar" aria-label={text.loading} className="np-progress absolute inset-x-0 bottom-0 h-0.5 overflow-hidden" />}
    </header>
  )
}

function RefreshButton() {
  const text = useText(shellMessages)
  const go = useGo()
  const address = useScreenAddress()
  return <HeaderButton label={text.refresh} onClick={() => go(`/redirect${address()}`, { replace: true })} icon={<ArrowClockwiseIcon size={17} />} />
}

function LockButton({ username }: { username: string }) {
  const text = useText(shellMessages)
  async function lock() {
    const problem = await lockSession(username)
    if (problem?.isShown) showProblem(problem)
  }
  return <HeaderButton label={text.lock} onClick={() => void lock()} icon={<LockSimpleIcon size={17} />} />
}

function FullScreenButton() {
  const text = useText(shellMessages)
  const isFull = useIsFullScreen()
  const label = isFull ? text.leaveFullScreen : text.fullScreen
  async function toggle() {
    if (!(await toggleFullScreen())) noticeWarning(text.fullScreenRefused)
  }
  return <HeaderButton label={label} onClick={() => void toggle()} icon={isFull ? <ArrowsInIcon size={17} /> : <ArrowsOutIcon size={17} />} />
}

function LanguageButton() {
  const text = useText(shellMessages)
  const language = useLanguage()
  function change() {
    const next = language === 'zh' ? 'en' : 'zh'
    setLanguage(next)
    noticeSuccess(textsIn(shellMessages, next).languageSwitched)
  }
  return <HeaderButton label={text.otherLanguage} lang={language === 'zh' ? 'en' : 'zh-CN'} onClick={change} icon={<TranslateIcon size={17} />} />
}
