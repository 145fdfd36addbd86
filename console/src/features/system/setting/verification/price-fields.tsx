import { books } from '@nameplane/contract/system/settings/books'
import { setting } from '@nameplane/contract/system/setting'
import { useCall } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useFieldValue, type BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { verificationMessages } from './verification.messages.ts'

/** Members that every provider has. */
export type Price = { freeCount?: number | undefined; feeCents?: number | undefined }

/** How many checks are free, and what further ones cost. */
export function PriceFields({ form }: { form: BoundForm<Price> }) {
  const text = useText(verificationMessages)
  const format = useFormat()
  const [fee] = useFieldValue(form, 'feeCents')
  const cents = Number(fee)
  const { reply } = useCall(setting.ofKey, { key: books.key })
  const read = books.value.safeParse(JSON.parse(reply?.config.paramValue ?? '{}'))
  return (
    <FieldGroup title={text.price}>
      <div className="grid gap-4 pad:grid-cols-2">
        <Field of={form} name="freeCount" />
        <Field of={form} name="feeCents" help={text.feeHelp(format.money(Number.isInteger(cents) && cents > 0 ? cents : 0, read.data?.currency))} />
      </div>
    </FieldGroup>
  )
}
