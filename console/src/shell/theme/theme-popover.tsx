import { PaletteIcon } from '@phosphor-icons/react/dist/csr/Palette'
import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check'
import { limits } from '@nameplane/contract/limits'
import { useText } from '../../i18n/messages.ts'
import { Popover } from '../../ui/popover.tsx'
import { textLink } from '../../ui/classes.ts'
import { headerButton } from '../header-button.ts'
import { shellMessages } from '../shell.messages.ts'
import { primaryShades } from './primary-colour.ts'
import { resetTheme, setPrimaryColour, setThemeMode, themeModes, usePrimaryColour, useThemeMode } from './theme.ts'

const colours = [limits.defaultPrimaryColour, '#5B5BD6', '#0E9F8E', '#2F9E44', '#E8590C', '#D6336C', '#495057']

/** Light, dark or the system's; the primary colour; back to how it came. */
export function ThemePopover() {
  const text = useText(shellMessages)
  const mode = useThemeMode()
  const primary = usePrimaryColour()
  return (
    <Popover label={text.theme} triggerClassName={headerButton} className="w-64 p-3!" trigger={<PaletteIcon size={17} />}>
      <fieldset>
        <legend className="mb-1.5 text-xs text-kumo-subtle">{text.appearance}</legend>
        <div className="grid grid-cols-3 gap-0.5 rounded-lg bg-kumo-recessed p-0.5">
          {themeModes.map((known) => (
            <label
              key={known}
              className="flex h-7 cursor-pointer items-center justify-center rounded-md text-sm text-kumo-subtle transition-colors hover:text-kumo-default has-checked:bg-kumo-base has-checked:text-kumo-default has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-kumo-focus"
            >
              <input type="radio" name="theme-mode" className="sr-only" checked={mode === known} onChange={() => setThemeMode(known)} />
              {text.themeMode[known]}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="mt-4">
        <legend className="mb-1.5 text-xs text-kumo-subtle">{text.primaryColour}</legend>
        <div className="flex items-center justify-between">
          {colours.map((colour) => (
            <Swatch key={colour} colour={colour} isChosen={colour.toLowerCase() === primary.toLowerCase()} />
          ))}
        </div>
        <label className="mt-3 flex items-center justify-between text-sm">
          {text.customColour}
          <input
            type="color"
            value={primary}
            onChange={(event) => setPrimaryColour(event.target.value)}
            className="h-6 w-10 cursor-pointer rounded-sm border border-kumo-line bg-transparent p-0"
          />
        </label>
        <p className="mt-2 text-xs text-kumo-subtle">{text.colourAdjusted}</p>
      </fieldset>
      <div className="mt-3 border-t border-kumo-line pt-2.5 text-right">
        <button type="button" className={`${textLink} cursor-pointer text-sm`} onClick={resetTheme}>
          {text.resetTheme}
        </button>
      </div>
    </Popover>
  )
}

function Swatch({ colour, isChosen }: { colour: string; isChosen: boolean }) {
  return (
    <button
      type="button"
      aria-label={colour}
      aria-pressed={isChosen}
      style={{ backgroundColor: primaryShades(colour).fill }}
      className="inline-flex size-6 cursor-pointer items-center justify-center rounded-full text-white focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-kumo-focus"
      onClick={() => setPrimaryColour(colour)}
    >
      {isChosen && <CheckIcon size={14} weight="bold" />}
    </button>
  )
}
