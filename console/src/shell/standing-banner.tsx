import type { ReactNode } from 'react'

type StandingBannerProps = { icon: ReactNode; title: string; meaning: string; /** The way out of it. */ children: ReactNode }

/** Stands over every screen while the console is not as it is for the caller alone. */
export function StandingBanner({ icon, title, meaning, children }: StandingBannerProps) {
  return (
    <div
      role="status"
      className="sticky top-12 z-20 flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-kumo-line bg-kumo-warning-tint px-4 py-2 text-sm pad:px-6"
    >
      {icon}
      <span className="min-w-0 flex-1 basis-48">
        <span className="mr-2 font-medium max-pad:block">{title}</span>
        <span className="text-kumo-subtle">{meaning}</span>
      </span>
      {children}
    </div>
  )
}
