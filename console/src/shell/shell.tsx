import { useRef, useState, type ReactNode } from 'react'
import type { Caller } from '@nameplane/contract/account/session'
import { useIsMenuNarrow, useLayout } from '../browser/layout-width.ts'
import { useText } from '../i18n/messages.ts'
import { entryPath, placeIn, type MenuSection } from '../routing/menu.ts'
import type { Screen } from '../routing/screen.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MenuSheet } from './menu-sheet.tsx'
import { SessionConfirmationHost } from './session-confirmation-host.tsx'
import { SessionEndDialog } from './session-end-dialog.tsx'
import { shellMessages } from './shell.messages.ts'
import { SideMenu } from './side-menu.tsx'
import { useLayoutTheme } from './theme/layout-theme.ts'
import { ThemeHost } from './theme/theme-button.tsx'

type ShellProps = {
  menu: readonly MenuSection[]
  caller: Caller
  pathname: string
  screen: Screen | null
  title: string
  /** The next page is on its way. */
  isPending: boolean
  /** Stands between the header and every screen. */
  banner?: ReactNode
  children: ReactNode
}

/** The frame of every screen: dark header, side menu, breadcrumb, the screen, footer. */
export function Shell({ menu, caller, pathname, screen, title, isPending, banner, children }: ShellProps) {
  const text = useText(shellMessages)
  const layout = useLayout()
  const { layoutMode } = useLayoutTheme()
  const isNarrowByWidth = useIsMenuNarrow()
  // A choice holds until the width asks for something else.
  const [choice, setChoice] = useState<{ isNarrow: boolean; atNarrowWidth: boolean } | null>(null)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const isNarrow = choice?.atNarrowWidth === isNarrowByWidth ? choice.isNarrow : isNarrowByWidth
  const marked = screen?.tabOf ?? (screen?.hidden ? (screen.backLink ?? pathname) : entryPath(menu, screen, pathname))
  const place = placeIn(menu, marked)
  const section = place?.section ?? null

  const hasSideMenu = layout !== 'mobile' && section !== null
  // The side menu stands below the header, or beside it over the whole height.
  const isBeside = hasSideMenu && layoutMode === 'left-right'
  const header = (
    <Header
      menu={menu}
      section={section}
      caller={caller}
      isPending={isPending}
      hasBrand={!isBeside}
      onOpenMenu={layout === 'mobile' ? () => setSheetOpen(true) : null}
    />
  )
  const sideMenu = hasSideMenu && (
    <SideMenu
      section={section}
      marked={marked}
      isNarrow={isNarrow}
      isFullHeight={isBeside}
      onNarrow={(next) => setChoice({ isNarrow: next, atNarrowWidth: isNarrowByWidth })}
    />
  )

  return (
    <div className="flex min-h-dvh flex-col">
      <button
        type="button"
        onClick={() => content.current?.focus()}
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-md bg-kumo-base px-3 py-1.5 text-kumo-default focus-visible:translate-y-0"
      >
        {text.skip}
      </button>
      {!isBeside && header}
      <div className="flex flex-1">
        {sideMenu}
        {layout === 'mobile' && isSheetOpen && <MenuSheet menu={menu} section={section} marked={marked} onClose={() => setSheetOpen(false)} />}
        <div ref={content} tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {isBeside && header}
          {banner}
          <Breadcrumb section={section} group={place?.group ?? null} screen={screen} title={title} />
          {children}
          <Footer />
        </div>
      </div>
      <ThemeHost />
      <SessionConfirmationHost username={caller.username} />
      <SessionEndDialog />
    </div>
  )
}
