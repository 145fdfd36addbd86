import { useEffect, useRef } from 'react'
import { rightOfScreen, tabsBeside, type SettingPath } from '@nameplane/contract/system/setting-screens'
import { useOwnRights } from '../../../api/rights.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { settingMessages } from './setting.messages.ts'

/** The tabs beside a screen of the configuration that the caller may see, each with an address of its own; nothing where it stands alone. */
export function SettingTabs({ current }: { current: SettingPath }) {
  const text = useText(settingMessages)
  const language = useLanguage()
  const held = useOwnRights()
  const tabs = tabsBeside(current).filter((tab) => held === null || held.has(rightOfScreen(tab)))
  const bar = useRef<HTMLElement>(null)
  // On a phone the bar is longer than the screen: the tab that is open is brought into sight.
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && tab) bar.current.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - bar.current.offsetLeft - bar.current.clientWidth + 12)
  }, [current])
  if (tabs.length < 2) return null
  return (
    <nav ref={bar} aria-label={text.tabs} className="flex gap-1 overflow-x-auto border-b border-kumo-line px-3">
      {tabs.map((tab) => (
        <ScreenLink
          key={tab.path}
          to={tab.path}
          aria-current={tab.path === current ? 'page' : undefined}
          className="relative inline-flex h-10 shrink-0 items-center px-2 text-sm text-kumo-subtle hover:text-kumo-default focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus aria-[current=page]:font-medium aria-[current=page]:text-kumo-default aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-kumo-brand"
        >
          {(tab.tab ?? tab.title)[language]}
        </ScreenLink>
      ))}
    </nav>
  )
}
