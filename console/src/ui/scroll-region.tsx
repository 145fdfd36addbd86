import type { ReactNode } from 'react'

type ScrollRegionProps = {
  label: string
  role?: 'region' | 'group'
  /** In which directions it scrolls, and from which size on. */
  className: string
  children: ReactNode
}

/** Something wider or higher than its place, which the keyboard can scroll too. */
export function ScrollRegion({ label, role = 'region', className, children }: ScrollRegionProps) {
  return (
    <div
      tabIndex={0}
      role={role}
      aria-label={label}
      className={`${className} focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus`}
    >
      {children}
    </div>
  )
}
