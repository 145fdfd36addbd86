import { Suspense, useState } from 'react'
import { PaletteIcon } from '@phosphor-icons/react/dist/csr/Palette'
import { lazyPart } from '../../browser/chunk-loading.ts'
import { useText } from '../../i18n/messages.ts'
import { headerButton } from '../header-button.ts'
import { shellMessages } from '../shell.messages.ts'

const ThemeDrawer = lazyPart(() => import('./theme-drawer.tsx').then((part) => part.ThemeDrawer))

export function ThemeButton() {
  const text = useText(shellMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={headerButton} aria-label={text.theme} title={text.theme} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PaletteIcon size={17} />
      </button>
      {isOpen && (
        <Suspense>
          <ThemeDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
