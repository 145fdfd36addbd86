import type { ComponentProps } from 'react'
import { Link } from '@tanstack/react-router'
import { parseSearch } from './search-text.ts'

type ScreenLinkProps = Omit<ComponentProps<'a'>, 'href'> & { /** An own path, which may carry a search. */ to: string }

/** A link to a screen; the screen's code is fetched when the pointer or the focus comes near. */
export function ScreenLink({ to, ...rest }: ScreenLinkProps) {
  const [path = '/', search = ''] = to.split('?', 2)
  return <Link {...rest} to={path} search={parseSearch(search)} preload="intent" activeOptions={{ exact: true, includeSearch: false }} />
}
