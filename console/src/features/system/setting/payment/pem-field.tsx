import type { FieldValues, Path } from 'react-hook-form'
import { secretMask } from '@nameplane/contract/secret-mask'
import { useFieldValue, type BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { useTypingOverMask } from '../../../../screen-parts/form/over-mask.ts'
import { textField } from '../../../../ui/classes.ts'

type PemFieldProps<Values extends FieldValues> = { of: BoundForm<Values>; name: Path<Values> }

/** A key or certificate as its file holds it: letters small enough for its lines of 64, and flat while it is only a mask. */
export function PemField<Values extends FieldValues>({ of: form, name }: PemFieldProps<Values>) {
  const [held] = useFieldValue(form, name)
  const registered = form.raw.register(name)
  const typing = useTypingOverMask<HTMLTextAreaElement>(registered)
  return (
    <Field of={form} name={name}>
      {(control) => (
        <textarea
          rows={held === secretMask ? 2 : 6}
          spellCheck={false}
          autoComplete="off"
          {...registered}
          {...typing}
          {...control}
          className={`${textField} h-auto! py-1.5 font-mono text-xs! leading-5!`}
        />
      )}
    </Field>
  )
}
