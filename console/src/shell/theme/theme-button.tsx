import { Suspense } from 'react'
import PaletteIcon from 'icon:palette'
import { lazyPart } from '../../browser/chunk-loading.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { useText } from '../../i18n/messages.ts'
import { HeaderButton } from '../header-button.tsx'
import { shellMessages } from '../shell.messages.ts'

const ThemeDrawer = lazyPart(() => import('./theme-drawer.tsx').then((part) => part.ThemeDrawer))

// Not the button's own: another layout mode draws the header anew while the drawer is open.
const isOpen = createStore(false)

export function ThemeButton() {
  const text = useText(shellMessages)
  return <HeaderButton label={text.theme} aria-haspopup="dialog" onClick={() => isOpen.set(true)} icon={<PaletteIcon size={17} />} />
}

/** The drawer that the button opens. */
export function ThemeHost() {
  return <Suspense>{useStore(isOpen) && <ThemeDrawer onClose={() => isOpen.set(false)} />}</Suspense>
}
