import { ttlOf } from '../../../entities/record/ttl-text.ts'
import type { BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { textField } from '../../../ui/classes.ts'

/** The default TTL, which may be typed with units, as `10m`. */
export function TtlField({ form }: { form: BoundForm<{ defaultTtlSeconds?: unknown }> }) {
  return (
    <Field of={form} name="defaultTtlSeconds">
      {(control) => (
        <input
          {...form.raw.register('defaultTtlSeconds', { setValueAs: (typed: unknown) => ttlOf(String(typed)) ?? typed })}
          {...control}
          autoComplete="off"
          className={`${textField} font-mono`}
        />
      )}
    </Field>
  )
}
