import type { FieldValues } from 'react-hook-form'
import { customLine, type CustomLine } from '@nameplane/contract/dns/custom-line'
import { line } from '@nameplane/contract/dns/line'
import type { Sent } from '@nameplane/contract/endpoint'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation } from '../../../routing/screen-location.tsx'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { customLineMessages, customLineWords } from './custom-line.messages.ts'

const invalidates = [customLine.list, line.tree]

/** Adds a line to the domain that the address names. */
export function AddCustomLine({ onClose }: { onClose: () => void }) {
  const text = useText(customLineMessages)
  const { params } = useScreenLocation()
  const form = useAddForm(customLine.save, { words: customLineWords, invalidates, values: { domainId: Number(params['id']) }, onDone: onClose })
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <Fields form={form} />
    </FieldsDialog>
  )
}

export function EditCustomLine({ onClose, ...edited }: Edited<CustomLine>) {
  const text = useText(customLineMessages)
  const form = useEditForm(customLine.update, edited, { words: customLineWords, invalidates, onDone: onClose })
  return (
    <FieldsDialog title={text.editTitle(edited.row.name)} form={form} onClose={onClose}>
      <Fields form={form} />
    </FieldsDialog>
  )
}

type Written = Pick<Sent<typeof customLine.save>, 'name' | 'segments'> & FieldValues

function Fields({ form: { raw, rules, words } }: { form: BoundForm<FieldValues> }) {
  const form: BoundForm<Written> = { raw, rules, words }
  return (
    <>
      <Field of={form} name="name" />
      <Field of={form} name="segments" rows={10} placeholder={'192.0.2.0/24\n198.51.100.1-198.51.100.20\n2001:db8::/32'} />
    </>
  )
}
