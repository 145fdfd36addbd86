import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { useText } from '../../../../i18n/messages.ts'
import { FieldGroup, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import type { RuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { ConfigTabs } from '../config-tabs.tsx'
import type { SettingParts } from '../setting-form.tsx'
import { SettingPage } from '../setting-page.tsx'
import { PriceFields } from './price-fields.tsx'
import { verificationTabs } from './verification-tabs.ts'
import { verificationMessages } from './verification.messages.ts'

/** Members of a provider's setting that every provider has under a name of its own. */
type Member<Values extends FieldValues> = Path<Values> & keyof (typeof verificationMessages)['zh']['fields']

type FacePageProps<Values extends FieldValues> = Pick<SettingParts<Values>, 'setting' | 'blank'> & {
  path: string
  /** `scene`: the rule that the provider checks by; `returnTo`: where the browser goes afterwards. */
  members: Readonly<Record<'id' | 'secret' | 'scene' | 'returnTo', Member<Values>>>
  keysHelp: string
  sceneHelp: string
  hasNumericScene?: boolean
  /** Further fields of the check. */
  further?: (form: RuledForm<Values>) => ReactNode
  /** Where the provider is called. */
  access: (form: RuledForm<Values>) => ReactNode
}

/** A provider of face checks: its keys, what it checks by, what checks cost, and where it is called. */
export function FacePage<Values extends FieldValues>({ path, members, keysHelp, sceneHelp, hasNumericScene, further, access, ...own }: FacePageProps<Values>) {
  const text = useText(verificationMessages)
  return (
    <SettingPage<Values> {...own} title={text.title} help={text.help} tabs={<ConfigTabs tabs={verificationTabs} current={path} />} labels={text.fields}>
      {(form) => {
        const field = (member: Member<Values>) => ({ label: text.fields[member], ...form.register(member), error: form.errorOf(member) })
        return (
          <div className="flex max-w-[560px] flex-col gap-6">
            <FieldGroup title={text.keys}>
              <TextInput {...field(members.id)} isRequired help={keysHelp} className="font-mono" />
              <SecretInput {...field(members.secret)} isRequired />
            </FieldGroup>
            <FieldGroup title={text.check}>
              <TextInput {...field(members.scene)} isRequired help={sceneHelp} className="font-mono" {...(hasNumericScene ? { inputMode: 'numeric' } : {})} />
              <TextInput {...field(members.returnTo)} help={text.returnHelp} inputMode="url" placeholder="https://" className="font-mono" />
              {further?.(form)}
            </FieldGroup>
            <PriceFields form={form as unknown as RuledForm<{ freeCount: unknown; feeCents: unknown }>} />
            <FieldGroup title={text.access}>{access(form)}</FieldGroup>
          </div>
        )
      }}
    </SettingPage>
  )
}
