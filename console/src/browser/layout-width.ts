import { useSyncExternalStore } from 'react'
import { limits } from '@nameplane/contract/limits'

export type Layout = 'mobile' | 'pad' | 'pc'

/** Mobile up to 768, pc from exactly 992, pad between (spec points 4 and 9). */
export function layoutOf(widthPx: number): Layout {
  if (widthPx <= limits.breakpointsPx.mobile) return 'mobile'
  return widthPx < limits.breakpointsPx.pad ? 'pad' : 'pc'
}

/** The side menu is narrow from 992 up to 1366, and on a pad too, where there is even less room. */
export function isMenuNarrow(widthPx: number): boolean {
  return layoutOf(widthPx) !== 'mobile' && widthPx < limits.breakpointsPx.collapsed
}

let widthPx = globalThis.innerWidth ?? limits.breakpointsPx.collapsed
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function onResize(): void {
  timer ??= setTimeout(() => {
    timer = undefined
    widthPx = window.innerWidth
    for (const listener of [...listeners]) listener()
  }, limits.resizeThrottleMs)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    widthPx = window.innerWidth
    window.addEventListener('resize', onResize)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('resize', onResize)
  }
}

const layout = (): Layout => layoutOf(widthPx)

export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, layout, layout)
}

export function useIsMenuNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => isMenuNarrow(widthPx))
}
