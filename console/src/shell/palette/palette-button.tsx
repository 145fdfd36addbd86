import MagnifyingGlassIcon from 'icon:magnifying-glass'
import { useText } from '../../i18n/messages.ts'
import { headerButton } from '../header-button.tsx'
import { shellMessages } from '../shell.messages.ts'
import { openPalette } from './open-palette.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
/** How the key that goes with a letter is written here. */
export const commandKey = isApple ? '⌘' : 'Ctrl'

export function PaletteButton() {
  const text = useText(shellMessages)
  const keys = `${commandKey} K`
  return (
    <button
      type="button"
      className={`${headerButton} pc:w-auto pc:gap-2 pc:px-2`}
      aria-label={`${text.search} ${keys}`}
      title={`${text.search} · ${keys}`}
      aria-haspopup="dialog"
      onClick={openPalette}
    >
      <MagnifyingGlassIcon size={17} />
      <kbd className="hidden rounded-sm border border-np-header-text/20 px-1 text-[11px] leading-4 pc:inline">{keys}</kbd>
    </button>
  )
}
