import { usePasswordMinimum } from '../../api/rights.ts'
import { useText } from '../../i18n/messages.ts'
import { useFieldValue, type BoundForm } from '../../screen-parts/form/bound-form.ts'
import { Field } from '../../screen-parts/form/field.tsx'
import { accountMessages } from './account.messages.ts'
import { HiddenMenus } from './hidden-menus.tsx'
import { NewPassword, PasswordStrength } from './password-strength.tsx'

/** What the forms of administrators and users share. */
type AccountValues = {
  username?: string
  email?: string
  mobile?: string
  status?: number
  remark?: string
  language?: string
  unvalidModel?: string | string[]
}
type PasswordValues = { username?: string; password: string; passwordAgain?: string; resetDue?: unknown }

/** Name, addresses and remark. */
export function AccountFields({ form }: { form: BoundForm<AccountValues> }) {
  return (
    <>
      <Field of={form} name="username" />
      <div className="grid gap-4 pad:grid-cols-2">
        <Field of={form} name="email" />
        <Field of={form} name="mobile" />
      </div>
      <Field of={form} name="remark" />
    </>
  )
}

/** Status and language, and which menus are hidden. */
export function StandingFields({ form }: { form: BoundForm<AccountValues> }) {
  const [hidden, setHidden] = useFieldValue(form, 'unvalidModel')
  return (
    <>
      <div className="grid gap-4 pad:grid-cols-2">
        <Field of={form} name="status" />
        <Field of={form} name="language" />
      </div>
      <HiddenMenus value={Array.isArray(hidden) ? hidden : []} onChange={setHidden} />
    </>
  )
}

/** What an administrator's new password needs, as the sign-in rules say it; nothing until they are known. */
export function useAdministratorPasswordHelp(): string | undefined {
  const { helps } = useText(accountMessages)
  const minimum = usePasswordMinimum()
  return minimum === null ? undefined : helps.administratorPassword(minimum)
}

type PasswordFieldsProps = { form: BoundForm<PasswordValues>; isAdministrator?: boolean }

/** A first password, typed twice, and whether it has to be changed at the first sign-in. */
export function PasswordFields({ form, isAdministrator = false }: PasswordFieldsProps) {
  const text = useText(accountMessages)
  const help = useAdministratorPasswordHelp()
  const minimum = usePasswordMinimum()
  const [password] = useFieldValue(form, 'password')
  const [username] = useFieldValue(form, 'username')
  return (
    <>
      <div className="grid gap-4 pad:grid-cols-2">
        <NewPassword>
          <Field of={form} name="password" help={isAdministrator ? help : undefined} />
          <PasswordStrength password={password} username={username} minimum={isAdministrator ? (minimum ?? undefined) : undefined} />
        </NewPassword>
        <Field of={form} name="passwordAgain" />
      </div>
      <Field of={form} name="resetDue" label={text.resetAtFirst} />
    </>
  )
}
