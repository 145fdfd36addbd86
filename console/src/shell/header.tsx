import type { Caller } from '@nameplane/contract/account/session'
import { ArrowClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { ArrowsInIcon } from '@phosphor-icons/react/dist/csr/ArrowsIn'
import { ArrowsOutIcon } from '@phosphor-icons/react/dist/csr/ArrowsOut'
import { ListIcon } from '@phosphor-icons/react/dist/csr/List'
import { TranslateIcon } from '@phosphor-icons/react/dist/csr/Translate'
import { noticeSuccess, noticeWarning } from '../api/notices.ts'
import { toggleFullScreen, useIsFullScreen } from '../browser/full-screen.ts'
import { LogoMark } from '../entities/site/logo.tsx'
import { setLanguage, useLanguage } from '../i18n/language.ts'
import { textsIn, useText } from '../i18n/messages.ts'
import type { MenuSection } from '../routing/menu.ts'
import { useGo, useScreenAddress } from '../routing/screen-location.tsx'
import { ScreenLink } from '../routing/screen-link.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { headerButton } from './header-button.ts'
import { shellMessages } from './shell.messages.ts'
import { ThemePopover } from './theme/theme-popover.tsx'

type HeaderProps = {
  menu: readonly MenuSection[]
  section: MenuSection | null
  caller: Caller
  isPending: boolean
  /** Present where the side menu is a sheet. */
  onOpenMenu: (() => void) | null
}

export function Header({ menu, section, caller, isPending, onOpenMenu }: HeaderProps) {
  const text = useText(shellMessages)
  const language = useLanguage()
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-1 bg-np-header px-2 text-white pad:px-3 print:hidden">
      {onOpenMenu && (
        <button type="button" className={headerButton} aria-label={text.openMenu} onClick={onOpenMenu}>
          <ListIcon size={18} />
        </button>
      )}
      <ScreenLink
        to="/console"
        aria-label="Nameplane"
        className="flex items-center gap-2 rounded-md px-1.5 py-1 font-medium focus-visible:outline-2 focus-visible:outline-white"
      >
        <LogoMark size={22} />
        <span className="hidden pad:inline">Nameplane</span>
      </ScreenLink>
      <nav aria-label={text.sections} className="ml-2 hidden h-full min-w-0 items-stretch gap-1 overflow-hidden pad:flex pc:ml-4">
        {menu.map((row) => (
          <ScreenLink
            key={row.path}
            to={row.home}
            data-current={row === section || undefined}
            className="relative flex items-center px-3 text-sm whitespace-nowrap text-white/70 transition-colors hover:text-white focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-white data-current:text-white data-current:after:absolute data-current:after:inset-x-3 data-current:after:bottom-0 data-current:after:h-0.5 data-current:after:bg-white"
          >
            {row.title[language]}
          </ScreenLink>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-0.5">
        <RefreshButton />
        <FullScreenButton />
        <LanguageButton />
        <ThemePopover />
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
  return (
    <button
      type="button"
      className={headerButton}
      aria-label={text.refresh}
      title={text.refresh}
      onClick={() => go(`/redirect${address()}`, { replace: true })}
    >
      <ArrowClockwiseIcon size={17} />
    </button>
  )
}

function FullScreenButton() {
  const text = useText(shellMessages)
  const isFull = useIsFullScreen()
  const label = isFull ? text.leaveFullScreen : text.fullScreen
  async function toggle() {
    if (!(await toggleFullScreen())) noticeWarning(text.fullScreenRefused)
  }
  return (
    <button type="button" className={headerButton} aria-label={label} title={label} onClick={() => void toggle()}>
      {isFull ? <ArrowsInIcon size={17} /> : <ArrowsOutIcon size={17} />}
    </button>
  )
}

function LanguageButton() {
  const text = useText(shellMessages)
  const language = useLanguage()
  function change() {
    const next = language === 'zh' ? 'en' : 'zh'
    setLanguage(next)
    noticeSuccess(textsIn(shellMessages, next).languageSwitched)
  }
  return (
    <button
      type="button"
      className={headerButton}
      aria-label={text.otherLanguage}
      title={text.otherLanguage}
      lang={language === 'zh' ? 'en' : 'zh-CN'}
      onClick={change}
    >
      <TranslateIcon size={17} />
    </button>
  )
}
