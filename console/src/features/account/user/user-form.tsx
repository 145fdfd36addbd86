import { user, userType } from '@nameplane/contract/account/user'
import { useMay } from '../../../api/rights.ts'
import { useCall } from '../../../api/queries.ts'
import { AccountFields, PasswordFields, StandingFields } from '../../../entities/account/account-form-fields.tsx'
import { verificationsPath } from '../../../entities/user/user-tabs.tsx'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { textLink } from '../../../ui/classes.ts'
import type { UserRow } from './user-list.tsx'
import { userMessages, userWords } from './user.messages.ts'

const saving = { words: userWords, invalidates: [user.list, user.tags, user.names] }

export function AddUser({ onClose }: { onClose: () => void }) {
  const text = useText(userMessages)
  const form = useAddForm(user.save, { ...saving, values: { resetDue: true }, onDone: onClose })
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <AccountFields form={form} />
      <PasswordFields form={form} />
      <UserFields form={form} />
      <StandingFields form={form} />
    </FieldsDialog>
  )
}

export function EditUser({ onClose, ...edited }: Edited<UserRow>) {
  const text = useText(userMessages)
  const form = useEditForm(user.update, edited, { ...saving, onDone: onClose })
  return (
    <FieldsDialog title={text.editTitle(edited.row.username)} form={form} onClose={onClose}>
      <AccountFields form={form} />
      <UserFields form={form} userId={edited.row.id} />
      <StandingFields form={form} />
      <Field of={form} name="resetDue" />
    </FieldsDialog>
  )
}

const types = Array.from({ length: userType.highest - userType.ordinary + 1 }, (_, index) => userType.ordinary + index)

/** What only users have. */
function UserFields({ form, userId }: { form: BoundForm<{ type?: number; tags?: string | string[]; verified?: number }>; userId?: number }) {
  const text = useText(userMessages)
  const tags = useCall(user.tags, {}, { freshSeconds: 60 }).reply?.data ?? []
  const maySeeVerifications = useMay('verification.read')
  return (
    <>
      <div className="grid gap-4 pad:grid-cols-2">
        <Field of={form} name="type" options={types.map((type) => ({ value: String(type), label: text.kind(type) }))} />
        <Field of={form} name="tags" options={tags.map(({ tag }) => ({ value: tag, label: tag }))} />
      </div>
      <div>
        <Field of={form} name="verified" />
        {/* Beside the form, which may hold something unsaved. */}
        {userId !== undefined && maySeeVerifications && (
          <a href={`#${verificationsPath(userId)}`} target="_blank" rel="noreferrer" className={`${textLink} text-sm`}>
            {text.verifications}
          </a>
        )}
      </div>
    </>
  )
}
