import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { verificationAli, verificationWechat } from '@nameplane/contract/system/settings/verification'
import { useText } from '../../../../i18n/messages.ts'
import type { BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import type { SettingParts } from '../setting-form.tsx'
import { SettingPage } from '../setting-page.tsx'
import { PriceFields, type Price } from './price-fields.tsx'
import { verificationMessages } from './verification.messages.ts'
import { settingSections } from '../setting-sections.ts'

type FacePageProps<Values extends FieldValues> = Pick<SettingParts<Values>, 'setting'> & {
  /** What the platform shows to the provider. */
  keys: readonly Path<Values>[]
  /** What the provider checks by, and where the browser goes afterwards. */
  check: (form: BoundForm<Values>) => ReactNode
  /** Where the provider is called. */
  access: (form: BoundForm<Values>) => ReactNode
}

const words = fieldWords({ ...verificationWechat.names, ...verificationAli.names }, verificationMessages)

/** A provider of face checks: its keys, what it checks by, what checks cost, and where it is called. */
export function FacePage<Values extends FieldValues & Price>({ setting, keys, check, access }: FacePageProps<Values>) {
  const text = useText(verificationMessages)
  return (
    <SettingPage<Values> setting={setting} words={words} help={text.help}>
      {(form) => (
        <div className={settingSections}>
          <FieldGroup title={text.keys}>
            {keys.map((name) => (
              <Field key={name} of={form} name={name} />
            ))}
          </FieldGroup>
          <FieldGroup title={text.check}>{check(form)}</FieldGroup>
          <PriceFields form={form} />
          <FieldGroup title={text.access}>{access(form)}</FieldGroup>
        </div>
      )}
    </SettingPage>
  )
}
