import { secondary, type Secondary } from '@nameplane/contract/dns/secondary'
import type { Sent } from '@nameplane/contract/endpoint'
import { nounDialogs } from '../../../screen-parts/dialog/fields-dialog.tsx'
import type { BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../screen-parts/form/labelled.tsx'
import { useText } from '../../../i18n/messages.ts'
import { secondaryMessages, secondaryWords } from './secondary.messages.ts'

export const dialogs = nounDialogs({
  save: secondary.save,
  update: secondary.update,
  words: secondaryWords,
  messages: secondaryMessages,
  invalidates: [[secondary.list]],
  Fields: function SecondaryFields({ form, row }: { form: BoundForm<Sent<typeof secondary.save>>; row: Secondary | null }) {
    const text = useText(secondaryMessages)
    return (
      <>
        <Field of={form} name="name" />
        <Field of={form} name="networks" />
        <FieldGroup title={text.keyGroup}>
          <div className="grid gap-4 pad:grid-cols-2">
            <Field of={form} name="keyName" />
            <Field of={form} name="algorithm" />
          </div>
          <Field of={form} name="secret" help={row === null || row.keyName === '' ? text.helps.secret : text.secretKept} />
        </FieldGroup>
        <FieldGroup title={text.domainGroup}>
          <Field of={form} name="scope" />
          {form.raw.watch('scope') !== 'all' && <Field of={form} name="domains" />}
        </FieldGroup>
        <FieldGroup title={text.newsGroup}>
          <Field of={form} name="notifyAddresses" />
          <div className="grid gap-4 pad:grid-cols-2">
            <Field of={form} name="notifyPort" />
            <Field of={form} name="catalogZone" />
          </div>
        </FieldGroup>
        <Field of={form} name="status" />
        <Field of={form} name="remark" />
      </>
    )
  },
})
