import { useText } from '../../../../i18n/messages.ts'
import { Select, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import type { TemplateParameter } from './built-in-templates.ts'
import { properNames, templateMessages } from './template.messages.ts'

type ParameterInputProps = { parameter: TemplateParameter; value: string; isWrong: boolean; onChange: (value: string) => void }

/** What a built-in template asks for. */
export function ParameterInput({ parameter, value, isWrong, onChange }: ParameterInputProps) {
  const text = useText(templateMessages)
  const { name, kind, options, isOptional } = parameter
  const helps: Readonly<Record<string, string>> = text.helps
  const none: Readonly<Record<string, string>> = text.none
  const optionNames: Readonly<Record<string, string>> = text.options
  const nameOf = (option: string): string => (option === 'none' ? none[name] : (optionNames[option] ?? properNames[option])) ?? option
  if (options)
    return (
      <Select label={text.labels[name]} help={helps[name]} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </Select>
    )
  const wrong: Readonly<Record<string, string>> = text.wrong
  return (
    <TextInput
      label={text.labels[name]}
      help={helps[name]}
      error={isWrong ? wrong[kind] : undefined}
      isRequired={!isOptional}
      className="font-mono"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
