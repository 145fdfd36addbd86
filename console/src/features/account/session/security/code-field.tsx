import type { BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { textField } from '../../../../ui/classes.ts'

/** The digits that an app or an account shows, as the device offers to fill them in. */
export function CodeField({ form, label }: { form: BoundForm<{ code: string }>; label?: string }) {
  return (
    <Field of={form} name="code" {...(label === undefined ? {} : { label })}>
      {(control) => (
        <input
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          // Room for the blanks that a pasted code has around it and in its middle.
          maxLength={12}
          {...form.raw.register('code')}
          {...control}
          className={`${textField} max-w-40 font-mono tracking-widest`}
        />
      )}
    </Field>
  )
}
