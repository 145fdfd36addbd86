import { useEffect, useEffectEvent } from 'react'
import { holdUnsaved, type Unsaved } from './unsaved.ts'

/** While `isUnsaved`, the way to another page asks first. */
export function useUnsaved(isUnsaved: boolean, unsaved: Unsaved): void {
  const isBeside = useEffectEvent((pathname: string) => unsaved.isBeside(pathname))
  const discard = useEffectEvent(() => unsaved.discard())
  useEffect(() => {
    if (!isUnsaved) return
    return holdUnsaved({ isBeside: (pathname) => isBeside(pathname), discard: () => discard() })
  }, [isUnsaved])
}
