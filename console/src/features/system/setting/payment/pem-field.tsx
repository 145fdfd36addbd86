import type { FieldValues, Path } from 'react-hook-form'
import { secretMask } from '@nameplane/contract/system/setting-declaration'
import { useFieldValue, type BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { textField } from '../../../../ui/classes.ts'

type PemFieldProps<Values extends FieldValues> = { of: BoundForm<Values>; name: Path<Values> }

/** A key or certificate as its file holds it: letters small enough for its lines of 64, and flat while it is only a mask. */
export function PemField<Values extends FieldValues>({ of: form, name }: PemFieldProps<Values>) {
  const [held] = useFieldValue(form, name)
  return (
    <Field of={form} name={name}>
      {(control) => (
        <textarea
          rows={held === secretMask ? 2 : 6}
          spellCheck={false}
          autoComplete="off"
          {...form.raw.register(name)}
          {...control}
          className={`${textField} h-auto! py-1.5 font-mono text-xs! leading-5!`}
        />
      )}
    </Field>
  )
}
