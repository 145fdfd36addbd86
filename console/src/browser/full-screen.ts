import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

export function useIsFullScreen(): boolean {
  // A browser without full screens, as on an iPhone, knows of no such element.
  return useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement))
}

/** Enters or leaves full screen; false where the browser does not support or allow it. */
export async function toggleFullScreen(): Promise<boolean> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
    return true
  } catch {
    return false
  }
}
