import type { ComponentProps } from 'react'
import { ScreenLink } from './screen-link.tsx'

/** A link to what an entry of the menu leads to: a screen, or an address of the web in a tab of its own. */
export function MenuLink({ to, ...rest }: ComponentProps<typeof ScreenLink>) {
  if (!/^https?:/.test(to)) return <ScreenLink to={to} {...rest} />
  return <a href={to} target="_blank" rel="noopener noreferrer" {...rest} />
}
