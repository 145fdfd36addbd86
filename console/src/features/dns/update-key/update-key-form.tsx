import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { updateKey, type UpdateKey } from '@nameplane/contract/dns/update-key'
import type { Sent } from '@nameplane/contract/endpoint'
import { useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation } from '../../../routing/screen-location.tsx'
import { ConfirmDialog } from '../../../screen-parts/dialog/confirm.tsx'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { MadeKeySettings, type MadeKey } from './made-key.tsx'
import { updateKeyMessages, updateKeyWords } from './update-key.messages.ts'

const invalidates = [updateKey.list]
const words = updateKeyWords

/** Adds a key to the domain that the address names, and shows its secret this once. */
export function AddUpdateKey({ onClose }: { onClose: () => void }) {
  const text = useText(updateKeyMessages)
  const { params } = useScreenLocation()
  const [made, setMade] = useState<MadeKey | null>(null)
  const values = { domainId: Number(params['id']) }
  const form = useAddForm(updateKey.save, { words, invalidates, values, success: null, onDone: ({ data }) => setMade(data) })
  if (made !== null) return <MadeKeySettings made={made} title={text.created} onClose={onClose} />
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <div className="grid gap-4 pad:grid-cols-2">
        <Field of={form} name="name" placeholder="acme" />
        <Field of={form} name="algorithm" />
      </div>
      <PolicyField form={form} />
    </FieldsDialog>
  )
}

/** Changes what a key may change. */
export function EditUpdateKey({ onClose, ...edited }: Edited<UpdateKey>) {
  const text = useText(updateKeyMessages)
  const form = useEditForm(updateKey.update, edited, { words, invalidates, onDone: onClose })
  return (
    <FieldsDialog title={text.editTitle(edited.row.name)} form={form} onClose={onClose}>
      <PolicyField form={form} />
    </FieldsDialog>
  )
}

type Written = Pick<Sent<typeof updateKey.save>, 'policy'> & FieldValues

function PolicyField({ form: { raw, rules } }: { form: Pick<BoundForm<FieldValues>, 'raw' | 'rules'> }) {
  const form: BoundForm<Written> = { raw, rules, words }
  return <Field of={form} name="policy" rows={6} placeholder={'_acme-challenge TXT\n*.dhcp A AAAA TXT'} />
}

/** Asks, then shows the new secret. */
export function RenewUpdateKey({ row, onClose }: { row: UpdateKey; onClose: () => void }) {
  const text = useText(updateKeyMessages)
  const [made, setMade] = useState<MadeKey | null>(null)
  const renew = useChange(updateKey.renew, { invalidates, success: null }).run
  if (made !== null) return <MadeKeySettings made={made} title={text.renewed} onClose={onClose} />
  return (
    <ConfirmDialog
      text={text.renewAsk(row.keyName)}
      confirmLabel={text.renew}
      onConfirm={async () => {
        const outcome = await renew({ id: row.id })
        if (outcome.isDone) setMade(outcome.reply.data)
        else onClose()
      }}
      onCancel={onClose}
    />
  )
}
