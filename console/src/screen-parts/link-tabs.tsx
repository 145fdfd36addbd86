import { useEffect, useRef } from 'react'
import { ScreenLink } from '../routing/screen-link.tsx'

type LinkTabsProps = {
  label: string
  tabs: readonly { readonly path: string; readonly label: string }[]
  /** The path of the one that is open. */
  current: string
  className?: string
}

/** Screens that belong together, each with an address of its own; nothing where there is one alone. */
export function LinkTabs({ label, tabs, current, className = '' }: LinkTabsProps) {
  const bar = useRef<HTMLElement>(null)
  const words = tabs.map((tab) => tab.label).join()
  // On a phone the bar may be longer than the screen: the tab that is open is brought into sight, also when that turns or says it in other words.
  useEffect(() => {
    const nav = bar.current
    if (!nav) return
    const show = (): void => {
      const tab = nav.querySelector<HTMLElement>('[aria-current]')
      if (tab) nav.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - nav.offsetLeft - nav.clientWidth + 12)
    }
    show()
    const observer = new ResizeObserver(show)
    observer.observe(nav)
    return () => observer.disconnect()
  }, [current, words])
  if (tabs.length < 2) return null
  return (
    <nav ref={bar} aria-label={label} className={`flex gap-1 overflow-x-auto border-b border-kumo-line ${className}`}>
      {tabs.map((tab) => (
        <ScreenLink
          key={tab.path}
          to={tab.path}
          aria-current={tab.path === current ? 'page' : undefined}
          className="relative inline-flex h-10 shrink-0 items-center px-2 text-sm text-kumo-subtle hover:text-kumo-default focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus max-pad:h-9 aria-[current=page]:font-medium aria-[current=page]:text-kumo-default aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-kumo-brand"
        >
          {tab.label}
        </ScreenLink>
      ))}
    </nav>
  )
}
