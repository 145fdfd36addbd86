import type { Path } from 'react-hook-form'
import type { JobKind } from '@nameplane/contract/system/job-kind'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { Select, TextArea, TextInput } from '../../../screen-parts/form/field.tsx'
import type { RuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import type { JobValues } from './job-values.ts'
import { scheduleMessages } from './schedule.messages.ts'

/** The fields of a kind's own parameters, as the kind says them. */
export function JobParams({ kind, form }: { kind: JobKind; form: RuledForm<JobValues> }) {
  const text = useText(scheduleMessages)
  const language = useLanguage()
  if (kind.fields.length === 0) return <p className="text-sm text-kumo-subtle">{text.noParams}</p>
  return (
    <div className="grid gap-4 pad:grid-cols-2">
      {kind.fields.map(({ member, label, help, as, choices = [] }) => {
        const name = `params.${member}` as Path<JobValues>
        const shared = { ...form.register(name), label: label[language], error: form.errorOf(name), ...(help ? { help: help[language] } : {}) }
        switch (as) {
          case 'number':
            return <TextInput key={member} inputMode="numeric" {...shared} />
          case 'text':
            return <TextInput key={member} {...shared} />
          case 'lines':
            return (
              <div key={member} className="pad:col-span-2">
                <TextArea rows={4} {...shared} />
              </div>
            )
          case 'switch':
            return (
              <div key={member} className="self-end pb-1.5">
                <CheckBox {...shared} />
              </div>
            )
          case 'choice':
            return (
              <Select key={member} {...shared}>
                {choices.map((choice) => (
                  <option key={choice.value} value={choice.value}>
                    {choice.label[language]}
                  </option>
                ))}
              </Select>
            )
        }
      })}
    </div>
  )
}
