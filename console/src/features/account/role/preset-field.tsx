import { useState } from 'react'
import { rolePresets } from '@nameplane/contract/account/role-presets'
import { useRights } from '../../../entities/right/use-rights.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { Select } from '../../../screen-parts/form/labelled.tsx'
import { givenOf, type RoleStart } from './preset-rights.ts'
import { roleMessages } from './role.messages.ts'
import { useHeldRights } from './use-held-rights.ts'

/** Begins a new role with the rights of a common duty, as far as the caller may grant them; what is missing is said. */
export function PresetField({ onChoose }: { onChoose: (start: RoleStart) => void }) {
  const text = useText(roleMessages)
  const language = useLanguage()
  const { rights } = useRights()
  const refusalOf = useHeldRights(false)
  const [key, setKey] = useState('')
  const preset = rolePresets.find((one) => one.key === key)
  const left = preset ? givenOf(preset, rights, refusalOf).left : []
  return (
    <Select
      label={text.preset}
      disabled={rights.length === 0}
      help={
        preset ? (
          <>
            {preset.description[language]}
            {left.length > 0 && (
              <span role="status" className="block text-kumo-danger">
                {text.presetCut(left.map(({ title }) => title[language]))}
              </span>
            )}
          </>
        ) : (
          text.presetHelp
        )
      }
      value={key}
      onChange={(event) => {
        const chosen = rolePresets.find((one) => one.key === event.target.value)
        setKey(event.target.value)
        if (!chosen) return onChoose({ name: '', description: '', rights: [] })
        const { given } = givenOf(chosen, rights, refusalOf)
        onChoose({ name: chosen.name[language], description: chosen.description[language], rights: given })
      }}
    >
      <option value="">{text.noPreset}</option>
      {rolePresets.map((one) => (
        <option key={one.key} value={one.key}>
          {one.name[language]}
        </option>
      ))}
    </Select>
  )
}
