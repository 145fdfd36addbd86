import type * as z from 'zod/mini'
import { role } from '@nameplane/contract/account/role'
import { LoginRules, loginRules } from '@nameplane/contract/system/settings/login-rules'
import { useCall } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { FieldGroup, Select, TextInput } from '../../../../screen-parts/form/field.tsx'
import { TagInput } from '../../../../screen-parts/form/tag-input.tsx'
import type { RuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { LoadedSetting } from '../setting-page.tsx'
import { loginMessages } from './login.messages.ts'

type Values = z.input<typeof loginRules.value>
type NumberField = Exclude<{ [Name in keyof Values]-?: NonNullable<Values[Name]> extends number ? Name : never }[keyof Values], undefined>

const blank = LoginRules.parse({}) as Values

/** How people sign in. */
export function LoginRulesForm() {
  const text = useText(loginMessages)
  return (
    <LoadedSetting<Values> setting={loginRules} blank={blank} labels={text.fields}>
      {(form) => <LoginFields form={form} />}
    </LoadedSetting>
  )
}

function LoginFields({ form }: { form: RuledForm<Values> }) {
  const text = useText(loginMessages)
  const format = useFormat()
  const { register, errorOf, watch, setValue } = form
  const [captcha, idle, longest, networks, hosts] = watch(['captcha', 'sessionSeconds', 'sessionLongestSeconds', 'administratorNetworks', 'passkeyHosts'])
  const number = (name: NumberField, help?: string) => (
    <TextInput key={name} label={text.fields[name]} help={help} type="number" inputMode="numeric" {...register(name)} error={errorOf(name)} />
  )
  return (
    <div className="flex max-w-[640px] flex-col gap-6">
      <FieldGroup title={text.groups.captcha}>
        <Select label={text.fields.captcha} {...register('captcha')} error={errorOf('captcha')}>
          {(['always', 'after-failures', 'never'] as const).map((one) => (
            <option key={one} value={one}>
              {text.captchas[one]}
            </option>
          ))}
        </Select>
        <div className="grid gap-4 pad:grid-cols-2">
          {captcha === 'after-failures' && number('captchaAfterFailures')}
          {number('lockAfterFailures')}
          {number('lockAddressAfterFailures')}
          {number('windowSeconds')}
          {number('lockSeconds', text.helps.lockSeconds)}
        </div>
      </FieldGroup>
      <FieldGroup title={text.groups.session}>
        <div className="grid gap-4 pad:grid-cols-2">
          {number('sessionSeconds', text.helps.sessionSeconds(format.duration(Number(idle) || 0)))}
          {number('sessionLongestSeconds', text.helps.sessionLongestSeconds(format.duration(Number(longest) || 0)))}
          {number('sessionsPerAccount', text.helps.sessionsPerAccount)}
        </div>
        <CheckBox label={text.fields.newDeviceNotice} help={text.helps.newDeviceNotice} {...register('newDeviceNotice')} />
      </FieldGroup>
      <FieldGroup title={text.groups.factor}>
        <SecondFactorRoles form={form} />
        <TagInput
          label={text.fields.passkeyHosts}
          help={text.helps.passkeyHosts}
          error={errorOf('passkeyHosts')}
          value={hosts ?? []}
          maximumLetters={253}
          onChange={(value) =>
            setValue(
              'passkeyHosts',
              value.map((host) => host.toLowerCase()),
              { shouldDirty: true, shouldValidate: true },
            )
          }
        />
      </FieldGroup>
      <FieldGroup title={text.groups.network}>
        <TagInput
          label={text.fields.administratorNetworks}
          help={(networks ?? []).length > 0 ? text.helps.networksWarning : text.helps.administratorNetworks}
          error={errorOf('administratorNetworks')}
          value={networks ?? []}
          maximumLetters={45}
          onChange={(value) => setValue('administratorNetworks', [...value], { shouldDirty: true, shouldValidate: true })}
        />
      </FieldGroup>
      <FieldGroup title={text.groups.password}>{number('passwordMinimum', text.helps.passwordMinimum)}</FieldGroup>
      <FieldGroup title={text.groups.registration}>
        <CheckBox label={text.fields.registration} help={text.helps.registration} {...register('registration')} />
      </FieldGroup>
    </div>
  )
}

/** Roles whose administrators need a second factor; 0 stands for super administrators. */
function SecondFactorRoles({ form }: { form: RuledForm<Values> }) {
  const text = useText(loginMessages)
  const { reply } = useCall(role.select, {})
  const chosen = form.watch('secondFactorRoles') ?? []
  const roles = [{ id: 0, name: text.helps.super }, ...(reply?.data ?? [])]
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{text.fields.secondFactorRoles}</legend>
      <p className="mb-2 text-sm text-kumo-subtle">{text.helps.secondFactorRoles}</p>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {roles.map((one) => (
          <CheckBox
            key={one.id}
            label={one.name}
            checked={chosen.includes(one.id)}
            onChange={(event) =>
              form.setValue('secondFactorRoles', event.target.checked ? [...chosen, one.id] : chosen.filter((id) => id !== one.id), { shouldDirty: true })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
