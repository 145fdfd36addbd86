import type { BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { textField } from '../../../../ui/classes.ts'

/** The digits that an app or an account shows, as the device offers to fill them in. */
export function CodeField({ form, label, maxLength }: { form: BoundForm<{ code: string }>; label?: string; maxLength: number }) {
  return (
    <Field of={form} name="code" {...(label === undefined ? {} : { label })}>
      {(control) => (
        <input
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={maxLength}
          {...form.raw.register('code')}
          {...control}
          className={`${textField} max-w-40 font-mono tracking-widest`}
        />
      )}
    </Field>
  )
}
