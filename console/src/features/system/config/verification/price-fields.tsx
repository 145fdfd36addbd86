import { books } from '@nameplane/contract/system/settings/books'
import { config } from '@nameplane/contract/system/config'
import { useCall } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { FieldGroup, TextInput } from '../../../../screen-parts/form/field.tsx'
import type { RuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { verificationMessages } from './verification.messages.ts'

/** How many checks are free, and what further ones cost. */
export function PriceFields({ form: { register, errorOf, watch } }: { form: RuledForm<{ freeCount: unknown; feeCents: unknown }> }) {
  const text = useText(verificationMessages)
  const format = useFormat()
  const cents = Number(watch('feeCents'))
  const { reply } = useCall(config.ofKey, { key: books.key })
  const read = books.value.safeParse(JSON.parse(reply?.config.paramValue ?? '{}'))
  return (
    <FieldGroup title={text.price}>
      <div className="grid gap-4 pad:grid-cols-2">
        <TextInput
          label={text.fields.freeCount}
          help={text.freeCountHelp}
          type="number"
          inputMode="numeric"
          {...register('freeCount')}
          error={errorOf('freeCount')}
        />
        <TextInput
          label={text.fields.feeCents}
          help={text.feeHelp(format.money(Number.isInteger(cents) && cents > 0 ? cents : 0, read.data?.currency))}
          type="number"
          inputMode="numeric"
          {...register('feeCents')}
          error={errorOf('feeCents')}
        />
      </div>
    </FieldGroup>
  )
}
