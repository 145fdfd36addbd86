import { useId } from 'react'
import { importModes } from '@nameplane/contract/dns/record'
import { useText } from '../../i18n/messages.ts'
import { importModeMessages } from './import-mode.messages.ts'

export type ImportMode = (typeof importModes)[number]

/** How records of a text meet those that are there. */
export function ImportModeChoice({ mode, onChange }: { mode: ImportMode; onChange: (mode: ImportMode) => void }) {
  const text = useText(importModeMessages)
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{text.mode}</legend>
      <div className="grid gap-2 pad:grid-cols-3">
        {importModes.map((one) => (
          <label
            key={one}
            className="flex cursor-pointer items-start gap-2 rounded-md border border-kumo-line px-3 py-2 text-sm hover:bg-kumo-tint has-checked:border-kumo-brand has-checked:bg-kumo-brand/10 has-focus-visible:outline-2 has-focus-visible:outline-kumo-focus"
          >
            <input
              type="radio"
              name={`${id}-mode`}
              value={one}
              checked={mode === one}
              onChange={() => onChange(one)}
              aria-describedby={`${id}-${one}`}
              className="mt-0.5 shrink-0 outline-none"
            />
            <span>
              <span className="font-medium">{text.modes[one]}</span>
              <span id={`${id}-${one}`} className="mt-0.5 block text-kumo-subtle">
                {text.modeHelp[one]}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
