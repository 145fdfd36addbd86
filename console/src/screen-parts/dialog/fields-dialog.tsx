import type { ComponentType, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { useLanguage } from '../../i18n/language.ts'
import { textsIn, type Messages } from '../../i18n/messages.ts'
import { useAddForm, useEditForm, type BoundForm, type Edited, type SavedForm } from '../form/bound-form.ts'
import { ChangedMeanwhile } from '../form/changed-meanwhile.tsx'
import type { FieldWords } from '../form/field-words.ts'
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

type NamedRow = { readonly id: number; readonly name: string; readonly rowVersion: number }

type NounDialogs<Save extends Endpoint, Update extends Endpoint, Row> = {
  readonly save: Save
  /** Takes what `save` takes, and which row. */
  readonly update: Update & (Sent<Update> extends Sent<Save> ? unknown : never)
  readonly words: FieldWords
  readonly messages: Messages<{ readonly add: string; readonly editTitle: (name: string) => string }>
  /** Calls whose replies are old once one is added, and those that are old once one is changed. */
  readonly invalidates: readonly [added: readonly Endpoint[], changed?: readonly Endpoint[]]
  /** What a new one begins with, where the schema does not say it. */
  readonly blank?: Partial<Sent<Save>>
  /** What members of the row do not say by themselves. */
  readonly values?: (row: Row) => Partial<Sent<Update>>
  /** The fields; `row` is null while one is added. */
  readonly Fields: ComponentType<{ form: BoundForm<Sent<Save> & FieldValues>; row: Row | null }>
}

/** The dialogs of a noun that has the same fields whether it is added or edited. */
export function nounDialogs<Save extends Endpoint, Update extends Endpoint, Row extends NamedRow>(noun: NounDialogs<Save, Update, Row>) {
  const { save, update, words, messages, invalidates, blank = {}, values, Fields } = noun
  const [added, changed = added] = invalidates
  return {
    Add: function AddDialog({ onClose }: { onClose: () => void }) {
      const form = useAddForm(save, { words, invalidates: added, values: blank, onDone: onClose })
      const { add } = textsIn(messages, useLanguage())
      return (
        <FieldsDialog title={add} form={form} submitLabel={add} onClose={onClose}>
          <Fields form={form} row={null} />
        </FieldsDialog>
      )
    },
    Edit: function EditDialog({ onClose, ...edited }: Edited<Row>) {
      const { raw, rules, ...form } = useEditForm(update, edited, { words, invalidates: changed, ...(values ? { values } : {}), onDone: onClose })
      const { row } = edited
      return (
        <FieldsDialog title={textsIn(messages, useLanguage()).editTitle(row.name)} form={{ ...form, raw, rules }} onClose={onClose}>
          <Fields form={{ raw, rules, words }} row={row} />
        </FieldsDialog>
      )
    },
  }
}
