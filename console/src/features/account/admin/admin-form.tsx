import { admin } from '@nameplane/contract/account/admin'
import { role } from '@nameplane/contract/account/role'
import { useCall } from '../../../api/queries.ts'
import { AccountFields, PasswordFields, StandingFields } from '../../../entities/account/account-form-fields.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, useFieldValue, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { Field } from '../../../screen-parts/form/field.tsx'
import { LabelledGroup } from '../../../screen-parts/form/labelled.tsx'
import { withTick } from '../../../screen-parts/form/ticked.ts'
import type { AdminRow } from './admin-list.tsx'
import { adminMessages, adminWords } from './admin.messages.ts'

const saving = { words: adminWords, invalidates: [admin.list, role.list, role.members] }

export function AddAdmin({ isCallerSuper, onClose }: { isCallerSuper: boolean; onClose: () => void }) {
  const text = useText(adminMessages)
  const form = useAddForm(admin.save, { ...saving, values: { resetDue: true }, onDone: onClose })
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <AccountFields form={form} />
      <PasswordFields form={form} isAdministrator />
      <AdminFields form={form} isCallerSuper={isCallerSuper} held={[]} />
      <StandingFields form={form} />
    </FieldsDialog>
  )
}

export function EditAdmin({ isCallerSuper, onClose, ...edited }: Edited<AdminRow> & { isCallerSuper: boolean }) {
  const text = useText(adminMessages)
  const form = useEditForm(admin.update, edited, { ...saving, values: (row) => ({ roleIds: row.roles.map(({ id }) => id) }), onDone: onClose })
  return (
    <FieldsDialog title={text.editTitle(edited.row.username)} form={form} onClose={onClose}>
      <AccountFields form={form} />
      <AdminFields form={form} isCallerSuper={isCallerSuper} held={edited.row.roles} />
      <StandingFields form={form} />
      <Field of={form} name="resetDue" />
    </FieldsDialog>
  )
}

type AdminValues = { isSuper?: unknown; roleIds?: unknown }

/** What only administrators have. */
function AdminFields({ form, isCallerSuper, held }: { form: BoundForm<AdminValues>; isCallerSuper: boolean; held: AdminRow['roles'] }) {
  const text = useText(adminMessages)
  const language = useLanguage()
  const [isSuper, setSuper] = useFieldValue(form, 'isSuper')
  const [roleIds, setRoleIds] = useFieldValue(form, 'roleIds')
  return (
    <>
      <CheckBox
        name="isSuper"
        label={adminWords.label('isSuper', language)}
        help={isCallerSuper ? text.helps.isSuper : text.onlySuper}
        error={form.raw.errorOf('isSuper')}
        disabled={!isCallerSuper}
        checked={isSuper === true}
        onChange={(event) => setSuper(event.target.checked)}
      />
      {isSuper !== true && (
        <RoleBoxes value={Array.isArray(roleIds) ? roleIds.map(Number) : []} held={held} error={form.raw.errorOf('roleIds')} onChange={setRoleIds} />
      )}
    </>
  )
}

type RoleBoxesProps = { value: readonly number[]; held: AdminRow['roles']; error: string | undefined; onChange: (ids: number[]) => void }

/** Every role to tick; one that holds more than the caller can neither be given nor taken. */
function RoleBoxes({ value, held, error, onChange }: RoleBoxesProps) {
  const text = useText(adminMessages)
  const language = useLanguage()
  const { reply } = useCall(role.select, {}, { freshSeconds: 30 })
  const roles = reply?.data ?? held.map((one) => ({ ...one, description: '', isWithin: false }))
  return (
    <LabelledGroup name="roleIds" label={adminWords.label('roleIds', language)} error={error}>
      {roles.length === 0 ? (
        <p className="text-sm text-kumo-subtle">{text.noRolesYet}</p>
      ) : (
        <div className="grid max-h-48 gap-x-4 gap-y-1.5 overflow-y-auto rounded-md border border-kumo-line px-3 py-2 pad:grid-cols-2">
          {roles.map((one) => (
            <CheckBox
              key={one.id}
              name="roleIds"
              label={one.name}
              help={one.isWithin ? one.description : text.beyond}
              checked={value.includes(one.id)}
              disabled={!one.isWithin}
              onChange={(event) => onChange(withTick(value, one.id, event.target.checked))}
            />
          ))}
        </div>
      )}
    </LabelledGroup>
  )
}
