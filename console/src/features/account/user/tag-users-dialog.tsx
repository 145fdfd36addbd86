import { useState } from 'react'
import { user } from '@nameplane/contract/account/user'
import { limits } from '@nameplane/contract/limits'
import { useCall, useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { TagInput } from '../../../screen-parts/form/tag-input.tsx'
import type { UserRow } from './user-list.tsx'
import { userMessages } from './user.messages.ts'

/** Tags for many users at once: some to add, some to take away. */
export function TagUsersDialog({ rows, onClose, onDone }: { rows: readonly UserRow[]; onClose: () => void; onDone: () => void }) {
  const text = useText(userMessages)
  const [add, setAdd] = useState<readonly string[]>([])
  const [remove, setRemove] = useState<readonly string[]>([])
  const [isAsked, setAsked] = useState(false)
  const change = useChange(user.tag, { invalidates: [user.list, user.tags], success: 'changed', shownIn: 'form' })
  const known = useCall(user.tags, {}, { freshSeconds: 60 }).reply?.data.map((row) => row.tag) ?? []
  const theirs = [...new Set(rows.flatMap((row) => row.tags))]
  const isEmpty = add.length === 0 && remove.length === 0

  async function send() {
    setAsked(true)
    if (isEmpty) return
    const outcome = await change.run({ ids: rows.map((row) => row.id), add: [...add], remove: [...remove] })
    if (outcome.isDone) onDone()
  }
  return (
    <FormDialog
      title={rows.length === 1 ? text.tagDialog.title(rows[0]!.username) : text.tagDialog.titleOfMany(rows.length)}
      problem={change.problem}
      pending={change.isRunning}
      isDirty={!isEmpty}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TagInput
        label={text.tagDialog.add}
        help={text.helps.tags}
        error={isAsked && isEmpty ? text.tagDialog.nothing : undefined}
        value={add}
        suggestions={known}
        maximumLetters={limits.accountTagLength}
        onChange={setAdd}
      />
      <TagInput label={text.tagDialog.remove} value={remove} suggestions={theirs} maximumLetters={limits.accountTagLength} onChange={setRemove} />
    </FormDialog>
  )
}
