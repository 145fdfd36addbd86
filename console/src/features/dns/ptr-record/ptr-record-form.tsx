import type { FieldValues } from 'react-hook-form'
import { ptrRecord, type PtrRecord } from '@nameplane/contract/dns/ptr-record'
import { ttlOf } from '../../../entities/record/ttl-text.ts'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { textField } from '../../../ui/classes.ts'
import { ptrRecordMessages, ptrRecordWords } from './ptr-record.messages.ts'
import { recordCalls } from './use-ptr-record-actions.ts'

export function AddPtrRecord({ onClose }: { onClose: () => void }) {
  const text = useText(ptrRecordMessages)
  const form = useAddForm(ptrRecord.save, { words: ptrRecordWords, invalidates: recordCalls, onDone: onClose })
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <Field of={form} name="address" placeholder="192.0.2.7" />
      <Field of={form} name="hostName" placeholder="mail.example.com" />
      <TtlField form={form} />
    </FieldsDialog>
  )
}

export function EditPtrRecord({ onClose, ...edited }: Edited<PtrRecord>) {
  const text = useText(ptrRecordMessages)
  const form = useEditForm(ptrRecord.update, edited, { words: ptrRecordWords, invalidates: recordCalls, onDone: onClose })
  return (
    <FieldsDialog title={text.editTitle(edited.row.address)} form={form} onClose={onClose}>
      <Field of={form} name="hostName" />
      <TtlField form={form} />
    </FieldsDialog>
  )
}

/** A TTL, which may be typed with units, as `10m`. */
export function TtlField({ form: { raw, rules, words } }: { form: BoundForm<FieldValues> }) {
  const form: BoundForm<{ ttl?: unknown }> = { raw, rules, words }
  return (
    <Field of={form} name="ttl">
      {(control) => (
        <input
          {...raw.register('ttl', { setValueAs: (typed: unknown) => ttlOf(String(typed)) ?? typed })}
          {...control}
          autoComplete="off"
          className={`${textField} font-mono`}
        />
      )}
    </Field>
  )
}
