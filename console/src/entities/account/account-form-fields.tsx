import { useText } from '../../i18n/messages.ts'
import { CheckBox } from '../../screen-parts/form/check-box.tsx'
import { Select, TextInput } from '../../screen-parts/form/field.tsx'
import { SecretInput } from '../../screen-parts/form/secret-input.tsx'
import type { RuledForm } from '../../screen-parts/form/use-ruled-form.ts'
import { accountMessages } from './account.messages.ts'

/** What the forms of administrators and users share; a form with more fields is cast down to it. */
export type AccountValues = { username: string; email: string; mobile: string; status: number; remark: string; language: '' | 'cn' | 'en'; resetDue: boolean }
export type PasswordValues = { password: string; passwordAgain: string }

/** Name, addresses and remark. */
export function AccountFields({ form }: { form: RuledForm<AccountValues> }) {
  const text = useText(accountMessages)
  const { register, errorOf } = form
  return (
    <>
      <TextInput label={text.fields.username} help={text.helps.username} isRequired maxLength={30} error={errorOf('username')} {...register('username')} />
      <div className="grid gap-4 pad:grid-cols-2">
        <TextInput label={text.fields.email} type="email" maxLength={254} error={errorOf('email')} {...register('email')} />
        <TextInput label={text.fields.mobile} inputMode="tel" maxLength={21} error={errorOf('mobile')} {...register('mobile')} />
      </div>
      <TextInput label={text.fields.remark} error={errorOf('remark')} {...register('remark')} />
    </>
  )
}

/** State and language. */
export function StandingFields({ form }: { form: RuledForm<AccountValues> }) {
  const text = useText(accountMessages)
  const { register, errorOf } = form
  return (
    <div className="grid gap-4 pad:grid-cols-2">
      <Select label={text.fields.status} error={errorOf('status')} {...register('status', { valueAsNumber: true })}>
        <option value={1}>{text.states.enabled}</option>
        <option value={0}>{text.states.disabled}</option>
      </Select>
      <Select label={text.fields.language} help={text.helps.language} error={errorOf('language')} {...register('language')}>
        <option value="">{text.languages.none}</option>
        <option value="cn">{text.languages.cn}</option>
        <option value="en">{text.languages.en}</option>
      </Select>
    </div>
  )
}

/** A first password, typed twice, and whether it has to be changed at once. */
export function PasswordFields({ form, help }: { form: RuledForm<PasswordValues & AccountValues>; help: string }) {
  const text = useText(accountMessages)
  const { register, errorOf } = form
  return (
    <>
      <div className="grid gap-4 pad:grid-cols-2">
        <SecretInput label={text.fields.password} help={help} isRequired error={errorOf('password')} {...register('password')} />
        <SecretInput label={text.fields.passwordAgain} isRequired error={errorOf('passwordAgain')} {...register('passwordAgain')} />
      </div>
      <CheckBox label={text.resetDue} help={text.resetDueHelp} {...register('resetDue')} />
    </>
  )
}
