import { useId, type ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { FieldRule } from '@nameplane/contract/fields'
import { useLanguage } from '../../i18n/language.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { textField } from '../../ui/classes.ts'
import { useFieldValue, type BoundForm } from './bound-form.ts'
import { CheckBox } from './check-box.tsx'
import { Labelled, Select, TextArea, TextInput, type ControlProps } from './labelled.tsx'
import { readingOf } from './reading-of.ts'
import { SecretInput } from './secret-input.tsx'
import { TagInput } from './tag-input.tsx'
import { chosenAs, typedAs } from './typed-value.ts'

type FieldProps<Values extends FieldValues> = {
  of: BoundForm<Values>
  name: Path<Values>
  /** Instead of the field's own name, where the place says more. */
  label?: string
  /** Instead of the field's own help, where it depends on what is filled in. */
  help?: ReactNode
  /** What can be chosen, where the schema does not say it; for a list, what is offered while typing. */
  options?: readonly Option[]
  placeholder?: string
  rows?: number
  /** Another control than the field's kind has: the label, help and error stay. */
  children?: (control: ControlProps) => ReactNode
}

type Option = { readonly value: string; readonly label: string }

/** One field of a bound form: name, help, kind, whether it is required and its error all come from the schema and the words. */
export function Field<Values extends FieldValues>({ of: form, name, label, help, options, placeholder, rows, children }: FieldProps<Values>) {
  const language = useLanguage()
  const { raw, rules, words } = form
  const path: string = name
  const rule = rules.get(path)
  if (!rule) throw new Error(`No field ${name} in this form's schema`)
  const choices = words.choices(path, language)
  const shared = {
    label: label ?? words.label(path, language),
    help: help ?? words.help(path, language),
    error: raw.errorOf(path),
    isRequired: rule.isRequired,
  }
  if (children) return <Labelled {...shared}>{children}</Labelled>
  const part = { form, name: path, shared, rule }
  if (options && rule.kind !== 'list') return <ChoiceField {...part} options={options} />
  if (choices && rule.values.length > 0 && rule.values.every((value) => String(value) in choices)) {
    const named = rule.values.map((value) => ({ value: String(value), label: choices[String(value)] ?? String(value) }))
    return <ChoiceField {...part} options={named} />
  }
  const input = { ...shared, ...raw.register(path, { setValueAs: typedAs(rule) }), placeholder }
  switch (rule.kind) {
    case 'flag':
      return <FlagField {...part} />
    case 'list':
      return <ListField {...part} offered={options} />
    case 'secret':
      return <SecretInput {...input} />
    case 'lines':
      return <TextArea {...input} rows={rows ?? 6} />
    case 'code':
      return rows === undefined ? <TextInput {...input} className="font-mono" /> : <TextArea {...input} rows={rows} className="font-mono" />
    case 'number':
      return rule.isSeconds ? <SecondsField {...part} /> : <TextInput {...input} inputMode="numeric" />
    default:
      return rows === undefined ? <TextInput {...input} /> : <TextArea {...input} rows={rows} />
  }
}

type Shared = { label: string; help: ReactNode; error: string | undefined; isRequired: boolean }

type PartProps = { form: BoundForm<FieldValues>; name: string; shared: Shared; rule: FieldRule }

function ChoiceField({ form, name, shared, rule, options }: PartProps & { options: readonly Option[] }) {
  return (
    <Select {...shared} {...form.raw.register(name, { setValueAs: chosenAs(rule) })}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}

function FlagField({ form, name, shared, rule }: PartProps) {
  const [value, setValue] = useFieldValue(form, name)
  const { ref, onBlur } = form.raw.register(name)
  const isNumber = rule.values.includes(1)
  return (
    <CheckBox
      {...shared}
      name={name}
      ref={ref}
      onBlur={(event) => void onBlur(event)}
      checked={value === true || value === 1}
      onChange={({ target: { checked } }) => setValue(isNumber ? Number(checked) : checked)}
    />
  )
}

/** A number of seconds; a large one is read beside it: 43200 = 12 hours. */
function SecondsField({ form, name, shared, rule }: PartProps) {
  const [value] = useFieldValue(form, name)
  const format = useFormat()
  const readingId = useId()
  return (
    <Labelled {...shared}>
      {(control) => (
        <span className="relative block">
          <input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            {...form.raw.register(name, { setValueAs: typedAs(rule) })}
            {...control}
            aria-describedby={`${readingId} ${control['aria-describedby'] ?? ''}`.trim()}
            className={`${textField} pr-40`}
          />
          <span id={readingId} className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-sm text-kumo-subtle tabular-nums">
            {readingOf(value, format)}
          </span>
        </span>
      )}
    </Labelled>
  )
}

function ListField({ form, name, shared, rule, offered }: PartProps & { offered: readonly Option[] | undefined }) {
  const [value, setValue] = useFieldValue(form, name)
  return (
    <TagInput
      {...shared}
      name={name}
      value={Array.isArray(value) ? value.map(String) : []}
      suggestions={offered?.map((one) => one.value) ?? []}
      maximumLetters={rule.longest ?? 255}
      onChange={(next) => setValue([...next])}
    />
  )
}
