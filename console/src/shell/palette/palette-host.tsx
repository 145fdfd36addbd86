import { Suspense, useEffect, type ComponentProps } from 'react'
import { lazyPart } from '../../browser/chunk-loading.ts'
import { isBehindDialog, isTyping } from '../../browser/typing.ts'
import { closePalette, isPaletteOpen, openKeys, openPalette, useOpenPalette } from './open-palette.ts'

const Palette = lazyPart(() => import('./palette.tsx').then((part) => part.Palette))
const KeysDialog = lazyPart(() => import('./keys-dialog.tsx').then((part) => part.KeysDialog))

/** Opens the palette by Ctrl/⌘ K from anywhere, and the list of keys by ? where nobody types. */
export function PaletteHost(props: ComponentProps<typeof Palette>) {
  const open = useOpenPalette()
  const { loadAll } = props
  useEffect(() => {
    if (open === 'palette') void loadAll()
  }, [open, loadAll])
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <Suspense>
      {open === 'palette' && <Palette {...props} />}
      {open === 'keys' && <KeysDialog onClose={closePalette} />}
    </Suspense>
  )
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'k') {
    event.preventDefault()
    if (isPaletteOpen()) closePalette()
    else if (!isBehindDialog()) openPalette()
  } else if (!isCommand && event.key === '?' && !isTyping(event.target) && !isBehindDialog()) {
    event.preventDefault()
    openKeys()
  }
}
