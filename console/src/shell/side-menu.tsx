import { useState } from 'react'
import CaretRightIcon from 'icon:caret-right'
import SidebarSimpleIcon from 'icon:sidebar-simple'
import { limits } from '@nameplane/contract/limits'
import { useLanguage } from '../i18n/language.ts'
import { useText } from '../i18n/messages.ts'
import { MenuLink } from '../routing/menu-link.tsx'
import { placeIn, type MenuEntry, type MenuGroup, type MenuSection } from '../routing/menu.ts'
import { Popover } from '../ui/popover.tsx'
import { Brand } from './brand.tsx'
import { shellMessages } from './shell.messages.ts'
import { useLayoutTheme } from './theme/layout-theme.ts'
import { useShownMode } from './theme/theme.ts'

type SideMenuProps = {
  section: MenuSection
  /** The path of the entry that is marked as current. */
  marked: string
  isNarrow: boolean
  /** Beside the header, with the logo on top of it. */
  isFullHeight: boolean
  onNarrow: (isNarrow: boolean) => void
}

const row =
  'flex w-full cursor-pointer items-center rounded-md text-sm text-kumo-subtle transition-colors hover:bg-kumo-tint hover:text-kumo-default focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus aria-[current=page]:bg-kumo-brand/10 aria-[current=page]:font-medium aria-[current=page]:text-np-accent'
const wideRow = `${row} h-8 gap-2.5 px-2.5`
// 62 px for a word: two lines, and a long word is hyphenated by the page's language rather than cut.
const narrowRow = `${row} min-h-13 flex-col justify-center gap-0.5 px-0.5 py-1.5`

/** The section's screens: 220 px with words, 70 px with signs. */
export function SideMenu({ section, marked, isNarrow, isFullHeight, onNarrow }: SideMenuProps) {
  const { asideTheme } = useLayoutTheme()
  const mode = useShownMode()
  const current = placeIn([section], marked)?.group
  const text = useText(shellMessages)
  return (
    <aside
      style={{ width: isNarrow ? limits.sideMenuCollapsedWidthPx : limits.sideMenuWidthPx }}
      className={`np-aside sticky flex shrink-0 flex-col border-r border-kumo-line bg-kumo-base text-kumo-default print:hidden ${isFullHeight ? 'top-0 h-dvh' : 'top-12 h-[calc(100dvh-48px)]'}`}
    >
      {isFullHeight && (
        <div className={`flex h-12 shrink-0 items-center border-b border-kumo-line px-3 ${isNarrow ? 'justify-center' : ''}`}>
          <Brand ground={asideTheme === 'dark' ? 'dark' : mode} nameClassName={isNarrow ? 'sr-only' : ''} />
        </div>
      )}
      <nav aria-label={text.menu} className={`flex-1 overflow-y-auto ${isNarrow ? 'p-1' : 'p-2'}`}>
        {isNarrow ? (
          <ul className="flex flex-col gap-1">
            {section.groups.map((group) => (
              <li key={group.key}>
                <NarrowGroup group={group} isCurrent={group === current} marked={marked} />
              </li>
            ))}
          </ul>
        ) : (
          <MenuGroups section={section} marked={marked} />
        )}
      </nav>
      <div className={`border-t border-kumo-line p-2 ${isNarrow ? 'flex justify-center' : ''}`}>
        <button
          type="button"
          aria-label={isNarrow ? text.wideMenu : text.narrowMenu}
          title={isNarrow ? text.wideMenu : text.narrowMenu}
          className={`${row} h-8 px-2.5 ${isNarrow ? 'w-9! justify-center' : 'w-auto!'}`}
          onClick={() => onNarrow(!isNarrow)}
        >
          <SidebarSimpleIcon size={17} />
        </button>
      </div>
    </aside>
  )
}

type GroupProps = { group: MenuGroup; isCurrent: boolean; marked: string }

/** The groups of a section with their entries, as the wide menu and the sheet show them. */
export function MenuGroups({ section, marked }: { section: MenuSection; marked: string }) {
  const current = placeIn([section], marked)?.group
  return (
    <ul className="flex flex-col gap-0.5">
      {section.groups.map((group) => (
        <li key={group.key}>
          <WideGroup group={group} isCurrent={group === current} marked={marked} />
        </li>
      ))}
    </ul>
  )
}

function WideGroup({ group, isCurrent, marked }: GroupProps) {
  const language = useLanguage()
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? isCurrent
  const Icon = group.icon
  const only = onlyEntry(group)
  if (only)
    return (
      <MenuLink to={only.path} aria-current={only.path === marked ? 'page' : undefined} className={wideRow}>
        <Icon size={17} />
        {only.title[language]}
      </MenuLink>
    )
  return (
    <>
      <button type="button" aria-expanded={isOpen} className={`${wideRow} ${isCurrent ? 'text-kumo-default' : ''}`} onClick={() => setChoice(!isOpen)}>
        <Icon size={17} />
        <span className="flex-1 text-left">{group.title[language]}</span>
        <CaretRightIcon size={12} className={`transition-transform ${isOpen ? 'rotate-90' : ''}`} />
      </button>
      {isOpen && <Entries entries={group.entries} marked={marked} className="mt-0.5 flex flex-col gap-0.5" rowClassName={`${wideRow} pl-[37px]`} />}
    </>
  )
}

function NarrowGroup({ group, isCurrent, marked }: GroupProps) {
  const language = useLanguage()
  const Icon = group.icon
  const only = onlyEntry(group)
  const face = (title: string) => (
    <>
      <Icon size={19} />
      <span className="line-clamp-2 w-full text-center text-[11px] leading-3.5 wrap-break-word hyphens-auto">{title}</span>
    </>
  )
  if (only)
    return (
      <MenuLink to={only.path} title={only.title[language]} aria-current={only.path === marked ? 'page' : undefined} className={narrowRow}>
        {face(only.title[language])}
      </MenuLink>
    )
  return (
    <Popover
      label={group.title[language]}
      place="beside"
      triggerClassName={`${narrowRow} ${isCurrent ? 'text-np-accent!' : ''}`}
      className="min-w-44"
      trigger={face(group.title[language])}
    >
      {(close) => <Entries entries={group.entries} marked={marked} className="flex flex-col gap-0.5" rowClassName={wideRow} onChosen={close} />}
    </Popover>
  )
}

function Entries({
  entries,
  marked,
  className,
  rowClassName,
  onChosen,
}: {
  entries: readonly MenuEntry[]
  marked: string
  className: string
  rowClassName: string
  onChosen?: () => void
}) {
  const language = useLanguage()
  return (
    <ul className={className}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <MenuLink to={entry.path} aria-current={entry.path === marked ? 'page' : undefined} className={rowClassName} onClick={onChosen}>
            {entry.title[language]}
          </MenuLink>
        </li>
      ))}
    </ul>
  )
}

/** A group with a single screen is that screen. */
function onlyEntry(group: MenuGroup): MenuEntry | undefined {
  return group.entries.length === 1 ? group.entries[0] : undefined
}
