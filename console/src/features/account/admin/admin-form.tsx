import { useId } from 'react'
import { admin } from '@nameplane/contract/account/admin'
import { role } from '@nameplane/contract/account/role'
import type { Sent } from '@nameplane/contract/endpoint'
import { useCall, useChange } from '../../../api/queries.ts'
import { AccountFields, PasswordFields, StandingFields, type AccountValues, type PasswordValues } from '../../../entities/account/account-form-fields.tsx'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { HiddenMenus } from '../../../entities/account/hidden-menus.tsx'
import { useText } from '../../../i18n/messages.ts'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { ChangedMeanwhile } from '../../../screen-parts/form/changed-meanwhile.tsx'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { useRuledForm, type RuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { useVersionedChange } from '../../../screen-parts/form/use-versioned-change.ts'
import type { AdminRow } from './admin-columns.tsx'
import { adminMessages } from './admin.messages.ts'

const invalidates = [admin.list, role.list, role.members]

type AddValues = Sent<typeof admin.save>
type EditValues = Sent<typeof admin.update>

const blank: AddValues = {
  username: '',
  password: '',
  passwordAgain: '',
  email: '',
  mobile: '',
  status: 1,
  isSuper: false,
  roleIds: [],
  remark: '',
  language: '',
  unvalidModel: [],
  resetDue: true,
}

export function AddAdmin({ isCallerSuper, onClose }: { isCallerSuper: boolean; onClose: () => void }) {
  const text = useText(adminMessages)
  const account = useText(accountMessages)
  const save = useChange(admin.save, { invalidates, success: 'added', shownIn: 'form' })
  const form = useRuledForm<AddValues>(admin.save.input, blank)
  const submit = form.handleSubmit(async (values) => {
    const outcome = await save.run(values)
    if (outcome.isDone) onClose()
    else form.showProblem(outcome.problem)
  })
  return (
    <FormDialog
      title={text.add}
      problem={save.problem}
      pending={save.isRunning}
      isDirty={form.formState.isDirty}
      submitLabel={text.add}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <AccountFields form={form as unknown as RuledForm<AccountValues>} />
      <PasswordFields form={form as unknown as RuledForm<PasswordValues & AccountValues>} help={account.helps.administratorPassword} />
      <AdminFields form={form as unknown as RuledForm<AdminValues>} isCallerSuper={isCallerSuper} held={[]} />
    </FormDialog>
  )
}

function valuesOf(row: AdminRow): EditValues {
  const { id, username, email, mobile, status, remark, language, isSuper, unvalidModel, resetDue } = row
  return {
    id,
    username,
    email,
    mobile,
    status,
    remark,
    language: language === 'cn' || language === 'en' ? language : '',
    isSuper,
    roleIds: row.roles.map((one) => one.id),
    unvalidModel,
    resetDue,
  }
}

type EditProps = {
  /** What the form began with. */
  row: AdminRow
  /** What is saved now, as far as the list knows. */
  saved: AdminRow
  isCallerSuper: boolean
  onStale: () => void
  onClose: () => void
}

export function EditAdmin({ row, saved, isCallerSuper, onStale, onClose }: EditProps) {
  const text = useText(adminMessages)
  const account = useText(accountMessages)
  const update = useVersionedChange(admin.update, invalidates, { row, saved, onStale }, [
    { label: account.fields.username, valueOf: (one) => one.username },
    { label: account.fields.email, valueOf: (one) => one.email },
    { label: account.fields.mobile, valueOf: (one) => one.mobile },
    { label: account.fields.remark, valueOf: (one) => one.remark },
    { label: account.fields.status, valueOf: (one) => (one.status === 1 ? account.states.enabled : account.states.disabled) },
    { label: text.fields.isSuper, valueOf: (one) => (one.isSuper ? text.standing.super : text.standing.ordinary) },
    { label: text.fields.roles, valueOf: (one) => one.roles.map((held) => held.name).join(text.between) },
  ])
  const form = useRuledForm<EditValues>(admin.update.input, valuesOf(row))
  const submit = form.handleSubmit(async (values) => {
    const outcome = await update.save(values)
    if (outcome.isDone) return onClose()
    form.showProblem(outcome.problem)
  })
  return (
    <FormDialog
      title={text.editTitle(row.username)}
      problem={update.problem}
      pending={update.isRunning}
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {update.theirs && <ChangedMeanwhile fields={update.theirs} />}
      <AccountFields form={form as unknown as RuledForm<AccountValues>} />
      <AdminFields form={form as unknown as RuledForm<AdminValues>} isCallerSuper={isCallerSuper} held={row.roles} />
      <CheckBox label={account.states.resetDue} help={account.resetDueHelp} {...form.register('resetDue')} />
    </FormDialog>
  )
}

type AdminValues = AccountValues & { isSuper: boolean; roleIds: number[]; unvalidModel: string[] }

/** What only administrators have, and what stands at the end of both forms. */
function AdminFields({ form, isCallerSuper, held }: { form: RuledForm<AdminValues>; isCallerSuper: boolean; held: AdminRow['roles'] }) {
  const text = useText(adminMessages)
  const { register, errorOf, watch, setValue } = form
  const choice = { shouldDirty: true, shouldValidate: true } as const
  return (
    <>
      <CheckBox
        label={text.fields.isSuper}
        help={isCallerSuper ? text.isSuperHelp : text.onlySuper}
        error={errorOf('isSuper')}
        disabled={!isCallerSuper}
        {...register('isSuper')}
      />
      {!watch('isSuper') && <RoleBoxes value={watch('roleIds')} held={held} error={errorOf('roleIds')} onChange={(ids) => setValue('roleIds', ids, choice)} />}
      <StandingFields form={form as unknown as RuledForm<AccountValues>} />
      <HiddenMenus value={watch('unvalidModel')} onChange={(paths) => setValue('unvalidModel', paths, choice)} />
    </>
  )
}

type RoleBoxesProps = { value: readonly number[]; held: AdminRow['roles']; error: string | undefined; onChange: (ids: number[]) => void }

/** Every role to tick; one that holds more than the caller can neither be given nor taken. */
function RoleBoxes({ value, held, error, onChange }: RoleBoxesProps) {
  const text = useText(adminMessages)
  const errorId = useId()
  const { reply } = useCall(role.select, {}, { freshSeconds: 30 })
  const roles = reply?.data ?? held.map((one) => ({ ...one, description: '', isWithin: false }))
  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="mb-1 text-sm font-medium">{text.fields.roles}</legend>
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
              onChange={(event) => onChange(event.target.checked ? [...value, one.id] : value.filter((id) => id !== one.id))}
            />
          ))}
        </div>
      )}
      {error !== undefined && (
        <p id={errorId} role="alert" className="mt-1 text-sm text-kumo-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
