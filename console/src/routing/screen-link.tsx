import { useRef, useSyncExternalStore, type ComponentProps } from 'react'
import { addressOf, comeNear, hrefOf, shownAddress } from './address.ts'

type ScreenLinkProps = Omit<ComponentProps<'a'>, 'href'> & { /** An own path, which may carry a search. */ to: string }

/** Only passing over a link is no wish to go there. */
const nearMs = 50

/**
 * A link to a screen. The browser itself follows it, so every way to open a link works. The screen's code is fetched when the
 * pointer or the focus comes near.
 */
export function ScreenLink({ to, onPointerEnter, onPointerLeave, onFocus, ...rest }: ScreenLinkProps) {
  const isShown = (): boolean => shownAddress.get()?.pathname === addressOf(to).pathname
  const isHere = useSyncExternalStore(shownAddress.subscribe, isShown, isShown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <a
      aria-current={isHere ? 'page' : undefined}
      {...rest}
      href={hrefOf(to)}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        timer.current = setTimeout(() => comeNear(to), nearMs)
      }}
      onPointerLeave={(event) => {
        onPointerLeave?.(event)
        clearTimeout(timer.current)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        comeNear(to)
      }}
    />
  )
}
