import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { SavedForm } from '../form/bound-form.ts'
import { ChangedMeanwhile } from '../form/changed-meanwhile.tsx'
import { FormDialog } from './form-dialog.tsx'

type FieldsDialogProps = { title: string; form: SavedForm<FieldValues>; submitLabel?: string; onClose: () => void; children: ReactNode }

/** A form that saves, in a dialog: what somebody else changed meanwhile stands above its fields. */
export function FieldsDialog({ title, form, submitLabel, onClose, children }: FieldsDialogProps) {
  return (
    <FormDialog
      title={title}
      call={form.call}
      problem={form.problem}
      pending={form.isRunning}
      isDirty={form.isDirty}
      {...(submitLabel === undefined ? {} : { submitLabel })}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {form.theirs && <ChangedMeanwhile fields={form.theirs} />}
      {children}
    </FormDialog>
  )
}
