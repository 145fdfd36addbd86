import { reverseSegment, type ReverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { reverseSegmentMessages, reverseSegmentWords } from './reverse-segment.messages.ts'
import { segmentCalls } from './use-segment-actions.ts'

/** Asks why these segments are rejected. */
export function RejectDialog({ segments, onClose, onDone }: { segments: readonly ReverseSegment[]; onClose: () => void; onDone: () => void }) {
  const text = useText(reverseSegmentMessages)
  const format = useFormat()
  const form = useAddForm(reverseSegment.reject, {
    words: reverseSegmentWords,
    invalidates: segmentCalls,
    values: { ids: segments.map(({ id }) => id) },
    success: 'done',
    onDone,
  })
  return (
    <FieldsDialog title={text.rejectTitle(format.listOf(segments.map(({ cidr }) => cidr)))} form={form} submitLabel={text.reject} onClose={onClose}>
      {segments.some(({ state }) => state === 'active') && <p className="text-sm text-kumo-subtle">{text.rejectNote}</p>}
      <Field of={form} name="reason" />
    </FieldsDialog>
  )
}
