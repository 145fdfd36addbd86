import { user, userType } from '@nameplane/contract/account/user'
import type { Sent } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { useMay } from '../../../api/rights.ts'
import { useCall, useChange } from '../../../api/queries.ts'
import { AccountFields, PasswordFields, StandingFields, type AccountValues, type PasswordValues } from '../../../entities/account/account-form-fields.tsx'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { HiddenMenus } from '../../../entities/account/hidden-menus.tsx'
import { verificationsPath } from '../../../entities/user/user-tabs.tsx'
import { useText } from '../../../i18n/messages.ts'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { ChangedMeanwhile } from '../../../screen-parts/form/changed-meanwhile.tsx'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { Select } from '../../../screen-parts/form/field.tsx'
import { TagInput } from '../../../screen-parts/form/tag-input.tsx'
import { useRuledForm, type RuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { useVersionedChange } from '../../../screen-parts/form/use-versioned-change.ts'
import { textLink } from '../../../ui/classes.ts'
import type { UserRow } from './user-columns.tsx'
import { userMessages } from './user.messages.ts'

const invalidates = [user.list, user.tags, user.names]

type AddValues = Sent<typeof user.save>
type EditValues = Sent<typeof user.update>

const blank: AddValues = {
  username: '',
  password: '',
  passwordAgain: '',
  type: userType.ordinary,
  email: '',
  mobile: '',
  status: 1,
  remark: '',
  language: '',
  tags: [],
  verified: 0,
  unvalidModel: [],
  resetDue: true,
}

export function AddUser({ onClose }: { onClose: () => void }) {
  const text = useText(userMessages)
  const account = useText(accountMessages)
  const save = useChange(user.save, { invalidates, success: 'added', shownIn: 'form' })
  const form = useRuledForm<AddValues>(user.save.input, blank)
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
      <PasswordFields form={form as unknown as RuledForm<PasswordValues & AccountValues>} help={account.helps.userPassword} />
      <UserFields form={form as unknown as RuledForm<UserValues>} />
    </FormDialog>
  )
}

function valuesOf(row: UserRow): EditValues {
  const { id, username, email, mobile, status, remark, language, tags, type, verified, unvalidModel, resetDue } = row
  return {
    id,
    username,
    email,
    mobile,
    status,
    remark,
    language: language === 'cn' || language === 'en' ? language : '',
    tags,
    type,
    verified,
    unvalidModel,
    resetDue,
  }
}

type EditProps = {
  /** What the form began with. */
  row: UserRow
  /** What is saved now, as far as the list knows. */
  saved: UserRow
  onStale: () => void
  onClose: () => void
}

export function EditUser({ row, saved, onStale, onClose }: EditProps) {
  const text = useText(userMessages)
  const account = useText(accountMessages)
  const update = useVersionedChange(user.update, invalidates, { row, saved, onStale }, [
    { label: account.fields.username, valueOf: (one) => one.username },
    { label: account.fields.email, valueOf: (one) => one.email },
    { label: account.fields.mobile, valueOf: (one) => one.mobile },
    { label: account.fields.remark, valueOf: (one) => one.remark },
    { label: account.fields.status, valueOf: (one) => (one.status === 1 ? account.states.enabled : account.states.disabled) },
    { label: text.fields.type, valueOf: (one) => text.kind(one.type) },
    { label: text.fields.tags, valueOf: (one) => one.tags.join(text.between) },
    { label: text.fields.verified, valueOf: (one) => (one.verified === 1 ? text.verified.yes : text.verified.no) },
  ])
  const form = useRuledForm<EditValues>(user.update.input, valuesOf(row))
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
      <UserFields form={form as unknown as RuledForm<UserValues>} userId={row.id} />
      <CheckBox label={account.states.resetDue} help={account.resetDueHelp} {...form.register('resetDue')} />
    </FormDialog>
  )
}

type UserValues = AccountValues & { type: number; tags: string[]; verified: number; unvalidModel: string[] }

/** What only users have, and what stands at the end of both forms. */
function UserFields({ form, userId }: { form: RuledForm<UserValues>; userId?: number }) {
  const text = useText(userMessages)
  const tags = useCall(user.tags, {}, { freshSeconds: 60 })
  const maySeeVerifications = useMay('verification.read')
  const { register, errorOf, watch, setValue } = form
  const choice = { shouldDirty: true, shouldValidate: true } as const
  return (
    <>
      <div className="grid gap-4 pad:grid-cols-2">
        <Select label={text.fields.type} error={errorOf('type')} {...register('type', { valueAsNumber: true })}>
          {Array.from({ length: userType.highest - userType.ordinary + 1 }, (_, index) => userType.ordinary + index).map((type) => (
            <option key={type} value={type}>
              {text.kind(type)}
            </option>
          ))}
        </Select>
        <TagInput
          label={text.fields.tags}
          help={text.helps.tags}
          error={errorOf('tags')}
          value={watch('tags')}
          suggestions={tags.reply?.data.map((row) => row.tag) ?? []}
          maximumLetters={limits.accountTagLength}
          onChange={(value) => setValue('tags', [...value], choice)}
        />
      </div>
      <StandingFields form={form as unknown as RuledForm<AccountValues>} />
      <div>
        <CheckBox
          label={text.verified.yes}
          help={text.helps.verified}
          checked={watch('verified') === 1}
          onChange={(event) => setValue('verified', event.target.checked ? 1 : 0, choice)}
        />
        {/* Beside the form, which may hold something unsaved. */}
        {userId !== undefined && maySeeVerifications && (
          <a href={`#${verificationsPath(userId)}`} target="_blank" rel="noreferrer" className={`${textLink} ml-6 text-sm`}>
            {text.verifications}
          </a>
        )}
      </div>
      <HiddenMenus value={watch('unvalidModel')} onChange={(paths) => setValue('unvalidModel', paths, choice)} />
    </>
  )
}
