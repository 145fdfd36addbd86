import ArrowLeftIcon from 'icon:arrow-left'
import HouseIcon from 'icon:house'
import { useLanguage } from '../i18n/language.ts'
import { useText } from '../i18n/messages.ts'
import { asLeft } from '../routing/last-search.ts'
import type { MenuGroup, MenuSection } from '../routing/menu.ts'
import { ScreenLink } from '../routing/screen-link.tsx'
import type { Screen } from '../routing/screen.ts'
import { shellMessages } from './shell.messages.ts'

const link =
  'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-kumo-subtle transition-colors hover:bg-kumo-tint hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus'

const step = "shrink-0 after:mx-2 after:text-kumo-subtle/60 after:content-['/']"

type BreadcrumbProps = { section: MenuSection | null; group: MenuGroup | null; screen: Screen | null; title: string }

/** Back where the screen says so, to the list as it was left; home, the way here, and the page's title. */
export function Breadcrumb({ section, group, screen, title }: BreadcrumbProps) {
  const text = useText(shellMessages)
  const language = useLanguage()
  const parent = section?.groups.flatMap((row) => row.entries).find((entry) => entry.path === screen?.backLink)
  const next = parent?.title[language] ?? title
  return (
    <nav aria-label={text.breadcrumb} className="flex h-11 shrink-0 items-center gap-1 px-3 text-sm text-kumo-subtle pad:px-5 print:hidden">
      {screen?.backLink && (
        <ScreenLink to={asLeft(screen.backLink)} aria-label={text.back} title={text.back} className={link}>
          <ArrowLeftIcon size={16} />
        </ScreenLink>
      )}
      <ScreenLink to="/console" aria-label={text.home} title={text.home} className={link}>
        <HouseIcon size={16} />
      </ScreenLink>
      <ol className="flex min-w-0 items-center">
        {screen && group && group.entries.length > 1 && group.title[language] !== next && <li className={step}>{group.title[language]}</li>}
        {parent && (
          <li className={step}>
            <ScreenLink to={asLeft(parent.path)} className="rounded-xs hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus">
              {parent.title[language]}
            </ScreenLink>
          </li>
        )}
        <li aria-current="page" className="truncate text-kumo-default">
          {title}
        </li>
      </ol>
    </nav>
  )
}
