import { SiteLogo } from '../entities/site/logo.tsx'
import { useSite } from '../entities/site/site.ts'
import { ScreenLink } from '../routing/screen-link.tsx'

/** The logo and the site's name, leading home; they take the colour of what they stand on. */
export function Brand({ ground, nameClassName }: { ground: 'light' | 'dark'; nameClassName: string }) {
  const { name } = useSite()
  return (
    <ScreenLink
      to="/console"
      aria-label={name}
      className="flex min-w-0 items-center gap-2 rounded-md px-1.5 py-1 font-medium focus-visible:outline-2 focus-visible:outline-current"
    >
      <SiteLogo size={22} ground={ground} />
      <span className={nameClassName}>{name}</span>
    </ScreenLink>
  )
}
