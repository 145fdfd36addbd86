import type { ChangeEvent } from 'react'
import { watchLimits } from '@nameplane/contract/dns/change-set-watch'
import { useText } from '../../i18n/messages.ts'
import { CheckBox } from '../../screen-parts/form/check-box.tsx'
import { TextInput } from '../../screen-parts/form/labelled.tsx'
import { watchChoiceMessages } from './watch-choice.messages.ts'

/** Whether a change is watched once it is done, as it is typed. `isTold`: what is wrong is said. */
export type WatchEntry = { readonly isOn: boolean; readonly minutes: string; readonly threshold: string; readonly isTold: boolean }
export type WatchSent = { watchMinutes: number; watchThreshold: number }

export const noWatch: WatchEntry = { isOn: false, minutes: String(watchLimits.minutes.usual), threshold: String(watchLimits.threshold.usual), isTold: false }

function within(text: string, { least, most }: { least: number; most: number }): number | null {
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : null
}

/** What goes out: nothing where it is not watched, null where an entry is wrong. */
export function watchSent({ isOn, minutes, threshold }: WatchEntry): WatchSent | undefined | null {
  if (!isOn) return undefined
  const [watchMinutes, watchThreshold] = [within(minutes, watchLimits.minutes), within(threshold, watchLimits.threshold)]
  return watchMinutes === null || watchThreshold === null ? null : { watchMinutes, watchThreshold }
}

type WatchChoiceProps = { entry: WatchEntry; onChange: (entry: WatchEntry) => void; refusal?: string | null; isDisabled: boolean }

/** Lets a change be watched, and says for how long and up to which rise of errors. */
export function WatchChoice({ entry, onChange, refusal = null, isDisabled }: WatchChoiceProps) {
  const text = useText(watchChoiceMessages)
  const figure = (name: 'minutes' | 'threshold', told: string) => ({
    error: entry.isTold && within(entry[name], watchLimits[name]) === null ? told : undefined,
    isRequired: true,
    inputMode: 'numeric' as const,
    disabled: isDisabled,
    value: entry[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ ...entry, [name]: event.target.value }),
  })
  return (
    <div className="flex flex-col gap-3">
      <CheckBox
        label={text.watch}
        help={refusal ?? text.help}
        checked={entry.isOn}
        disabled={isDisabled || refusal !== null}
        title={refusal ?? undefined}
        onChange={(event) => onChange({ ...entry, isOn: event.target.checked, isTold: false })}
      />
      {entry.isOn && (
        <div className="grid gap-4 pl-6 pad:max-w-xl pad:grid-cols-2">
          <TextInput label={text.minutes} help={text.minutesHelp} {...figure('minutes', text.minutesWrong)} />
          <TextInput label={text.threshold} help={text.thresholdHelp} {...figure('threshold', text.thresholdWrong)} />
        </div>
      )}
    </div>
  )
}
