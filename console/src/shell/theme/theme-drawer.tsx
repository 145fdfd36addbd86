import CheckIcon from 'icon:check'
import { limits } from '@nameplane/contract/limits'
import { useText } from '../../i18n/messages.ts'
import { QuietButton } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { shellMessages } from '../shell.messages.ts'
import { asideThemes, headerActions, headerThemes, layoutModes, setLayoutTheme, useLayoutTheme } from './layout-theme.ts'
import { primaryShades } from './primary-colour.ts'
import { themeMessages } from './theme.messages.ts'
import { resetTheme, setPrimaryColour, setThemeMode, themeModes, usePrimaryColour, useThemeMode } from './theme.ts'

const colours = [limits.defaultPrimaryColour, '#5B5BD6', '#0E9F8E', '#2F9E44', '#E8590C', '#D6336C', '#495057']
const heading = 'mb-2 text-sm font-medium'

/** Layout, themes of header, side menu and page, the primary colour, which icons the header shows; back to how it came. */
export function ThemeDrawer({ onClose }: { onClose: () => void }) {
  const text = useText(themeMessages)
  const shell = useText(shellMessages)
  const layout = useLayoutTheme()
  const mode = useThemeMode()
  const primary = usePrimaryColour()
  return (
    <Drawer
      title={shell.theme}
      note={text.kept}
      closeText={text.close}
      onClose={onClose}
      footer={
        <QuietButton title={text.resetHelp} onClick={resetTheme}>
          {text.reset}
        </QuietButton>
      }
    >
      <div className="flex flex-col gap-6 p-5">
        <Choice
          name="layout-mode"
          legend={text.layoutMode}
          values={layoutModes}
          value={layout.layoutMode}
          labels={text.layoutModes}
          onChoose={(layoutMode) => setLayoutTheme({ layoutMode })}
        />
        <Choice name="theme-mode" legend={text.mainTheme} values={themeModes} value={mode} labels={text.themeMode} onChoose={setThemeMode} />
        <Choice
          name="header-theme"
          legend={text.headerTheme}
          values={headerThemes}
          value={layout.headerTheme}
          labels={text.headerThemes}
          onChoose={(headerTheme) => setLayoutTheme({ headerTheme })}
        />
        <Choice
          name="aside-theme"
          legend={text.asideTheme}
          values={asideThemes}
          value={layout.asideTheme}
          labels={text.asideThemes}
          onChoose={(asideTheme) => setLayoutTheme({ asideTheme })}
        />
        <fieldset>
          <legend className={heading}>{text.primaryColour}</legend>
          <div className="flex flex-wrap items-center gap-2.5">
            {colours.map((colour) => (
              <Swatch key={colour} colour={colour} isChosen={colour.toLowerCase() === primary.toLowerCase()} />
            ))}
            <label className="ml-auto flex items-center gap-2 text-sm">
              {text.customColour}
              <input
                type="color"
                value={primary}
                onChange={(event) => setPrimaryColour(event.target.value)}
                className="h-6 w-10 cursor-pointer rounded-sm border border-kumo-line bg-transparent p-0"
              />
            </label>
          </div>
          <p className="mt-2 text-xs text-kumo-subtle">{text.colourAdjusted}</p>
        </fieldset>
        <fieldset>
          <legend className={heading}>{text.headerActions}</legend>
          <div className="grid grid-cols-2 gap-x-4 gap-y-1">
            {headerActions.map((action) => (
              <label key={action} className="flex h-8 cursor-pointer items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  className="size-4"
                  checked={!layout.hiddenActions.includes(action)}
                  onChange={(event) =>
                    setLayoutTheme({
                      hiddenActions: headerActions.filter((known) => (known === action ? !event.target.checked : layout.hiddenActions.includes(known))),
                    })
                  }
                />
                {text.actions[action]}
              </label>
            ))}
          </div>
        </fieldset>
      </div>
    </Drawer>
  )
}

function Choice<Value extends string>({
  name,
  legend,
  values,
  value,
  labels,
  onChoose,
}: {
  name: string
  legend: string
  values: readonly Value[]
  value: Value
  labels: Readonly<Record<Value, string>>
  onChoose: (value: Value) => void
}) {
  return (
    <fieldset>
      <legend className={heading}>{legend}</legend>
      <div className="flex gap-0.5 rounded-lg bg-kumo-recessed p-0.5">
        {values.map((known) => (
          <label
            key={known}
            className="flex h-8 flex-1 cursor-pointer items-center justify-center rounded-md px-2 text-sm text-kumo-subtle transition-colors hover:text-kumo-default has-checked:bg-kumo-base has-checked:text-kumo-default has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-kumo-focus"
          >
            <input type="radio" name={name} className="sr-only" checked={value === known} onChange={() => onChoose(known)} />
            {labels[known]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Swatch({ colour, isChosen }: { colour: string; isChosen: boolean }) {
  return (
    <button
      type="button"
      aria-label={colour}
      aria-pressed={isChosen}
      style={{ backgroundColor: primaryShades(colour).brand }}
      className="inline-flex size-6 cursor-pointer items-center justify-center rounded-full text-white focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-kumo-focus"
      onClick={() => setPrimaryColour(colour)}
    >
      {isChosen && <CheckIcon size={14} />}
    </button>
  )
}
