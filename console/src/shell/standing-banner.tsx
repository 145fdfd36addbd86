import type { ComponentType, ReactNode } from 'react'

type StandingBannerProps = {
  Icon: ComponentType<{ size?: number; className?: string; 'aria-hidden'?: 'true' }>
  title: string
  meaning: string
  /** The way out. */
  children: ReactNode
}

/** Says over every screen that the console is not as it usually is. */
export function StandingBanner({ Icon, title, meaning, children }: StandingBannerProps) {
  return (
    <div
      role="status"
      className="sticky top-12 z-20 flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-kumo-line bg-kumo-warning-tint px-4 py-2 text-sm pad:px-6"
    >
      <Icon size={17} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1 basis-48">
        <span className="mr-2 font-medium max-pad:block">{title}</span>
        <span className="text-kumo-subtle">{meaning}</span>
      </span>
      {children}
    </div>
  )
}
