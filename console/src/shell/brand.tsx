import { LogoMark } from '../entities/site/logo.tsx'
import { ScreenLink } from '../routing/screen-link.tsx'

/** The logo and the site's name, leading home; they take the colour of what they stand on. */
export function Brand({ nameClassName }: { nameClassName: string }) {
  return (
    <ScreenLink
      to="/console"
      aria-label="Nameplane"
      className="flex items-center gap-2 rounded-md px-1.5 py-1 font-medium focus-visible:outline-2 focus-visible:outline-current"
    >
      <LogoMark size={22} />
      <span className={nameClassName}>Nameplane</span>
    </ScreenLink>
  )
}
