import type { FieldValues } from 'react-hook-form'
import { reverseSegment, type ReverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { GroupField, OwnerField } from '../../../entities/domain/belonging-fields.tsx'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { reverseSegmentMessages, reverseSegmentWords } from './reverse-segment.messages.ts'
import { segmentCalls } from './use-segment-actions.ts'

export function AddSegment({ onClose }: { onClose: () => void }) {
  const text = useText(reverseSegmentMessages)
  const form = useAddForm(reverseSegment.save, {
    words: reverseSegmentWords,
    invalidates: segmentCalls,
    values: { userId: undefined, serviceGroupId: undefined },
    onDone: onClose,
  })
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <p className="text-sm text-kumo-subtle">{text.addNote}</p>
      <Field of={form} name="cidr" placeholder="192.0.2.0/24" />
      <Belonging form={form} nobody={text.ownAccount} />
    </FieldsDialog>
  )
}

export function EditSegment({ onClose, ...edited }: Edited<ReverseSegment>) {
  const text = useText(reverseSegmentMessages)
  const form = useEditForm(reverseSegment.update, edited, {
    words: reverseSegmentWords,
    invalidates: segmentCalls,
    values: ({ serviceGroupId }) => ({ serviceGroupId: serviceGroupId ?? undefined }),
    called: { serviceGroupId: (row) => row.serviceGroupName, userId: (row) => row.username },
    onDone: onClose,
  })
  return (
    <FieldsDialog title={text.editTitle(edited.row.cidr)} form={form} onClose={onClose}>
      <Belonging form={form} />
    </FieldsDialog>
  )
}

type Values = { userId?: number | undefined; serviceGroupId?: number | undefined; followsAddresses?: unknown; remark?: unknown }

function Belonging({ form: { raw, rules, words }, nobody }: { form: BoundForm<FieldValues>; nobody?: string }) {
  const text = useText(reverseSegmentMessages)
  const form: BoundForm<Values & FieldValues> = { raw, rules, words }
  return (
    <>
      <OwnerField form={form} {...(nobody === undefined ? {} : { nobody })} />
      <GroupField form={form} unset={text.defaultGroup} />
      <Field of={form} name="followsAddresses" />
      <Field of={form} name="remark" />
    </>
  )
}
