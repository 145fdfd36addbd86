import type * as z from 'zod/mini'
import { role } from '@nameplane/contract/account/role'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { useCall } from '../../../../api/queries.ts'
import { renewNavigation } from '../../../../api/renewed-navigation.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useFieldValue, type BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup, LabelledGroup } from '../../../../screen-parts/form/labelled.tsx'
import { TagInput } from '../../../../screen-parts/form/tag-input.tsx'
import { withTick } from '../../../../screen-parts/form/ticked.ts'
import { LoadedSetting } from '../setting-page.tsx'
import { loginMessages } from './login.messages.ts'
import { settingSections } from '../setting-sections.ts'

type Form = BoundForm<z.input<typeof loginRules.value>>

const words = fieldWords(loginRules.names, loginMessages)

/** How people sign in. */
export function LoginRulesForm() {
  return (
    <LoadedSetting setting={loginRules} words={words} onSaved={renewNavigation}>
      {(form) => <LoginFields form={form} />}
    </LoadedSetting>
  )
}

function LoginFields({ form }: { form: Form }) {
  const text = useText(loginMessages)
  const language = useLanguage()
  const format = useFormat()
  const [captcha, idle, longest, networks] = form.raw.watch(['captcha', 'sessionSeconds', 'sessionLongestSeconds', 'administratorNetworks'])
  const [hosts, setHosts] = useFieldValue(form, 'passkeyHosts')
  return (
    <div className={settingSections}>
      <FieldGroup title={text.groups.captcha}>
        <Field of={form} name="captcha" />
        <div className="grid gap-4 pad:grid-cols-2">
          {captcha === 'after-failures' && <Field of={form} name="captchaAfterFailures" />}
          <Field of={form} name="lockAfterFailures" />
          <Field of={form} name="lockAddressAfterFailures" />
          <Field of={form} name="windowSeconds" />
          <Field of={form} name="lockSeconds" />
        </div>
      </FieldGroup>
      <FieldGroup title={text.groups.session}>
        <div className="grid gap-4 pad:grid-cols-2">
          <Field of={form} name="sessionSeconds" help={text.helps.sessionSeconds(format.duration(Number(idle) || 0))} />
          <Field of={form} name="sessionLongestSeconds" help={text.helps.sessionLongestSeconds(format.duration(Number(longest) || 0))} />
          <Field of={form} name="sessionsPerAccount" />
        </div>
        <Field of={form} name="newDeviceNotice" />
      </FieldGroup>
      <FieldGroup title={text.groups.factor}>
        <SecondFactorRoles form={form} />
        <TagInput
          label={words.label('passkeyHosts', language)}
          help={text.helps.passkeyHosts}
          error={form.raw.errorOf('passkeyHosts')}
          value={hosts ?? []}
          maximumLetters={253}
          onChange={(value) => setHosts(value.map((host) => host.toLowerCase()))}
        />
      </FieldGroup>
      <FieldGroup title={text.groups.network}>
        <Field of={form} name="administratorNetworks" help={Array.isArray(networks) && networks.length > 0 ? text.networksWarning : undefined} />
      </FieldGroup>
      <FieldGroup title={text.groups.password}>
        <Field of={form} name="passwordMinimum" />
      </FieldGroup>
      <FieldGroup title={text.groups.registration}>
        <Field of={form} name="registration" />
      </FieldGroup>
    </div>
  )
}

/** Roles whose administrators need a second factor; 0 stands for super administrators. */
function SecondFactorRoles({ form }: { form: Form }) {
  const text = useText(loginMessages)
  const language = useLanguage()
  const { reply } = useCall(role.select, {})
  const [held, setChosen] = useFieldValue(form, 'secondFactorRoles')
  const chosen = held ?? []
  const roles = [{ id: 0, name: text.super }, ...(reply?.data ?? [])]
  return (
    <LabelledGroup name="secondFactorRoles" label={words.label('secondFactorRoles', language)} help={text.helps.secondFactorRoles}>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {roles.map((one) => (
          <CheckBox
            key={one.id}
            label={one.name}
            checked={chosen.includes(one.id)}
            onChange={(event) => setChosen(withTick(chosen, one.id, event.target.checked))}
          />
        ))}
      </div>
    </LabelledGroup>
  )
}
