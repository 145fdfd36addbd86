import type * as z from 'zod/mini'
import WarningIcon from 'icon:warning'
import { epay } from '@nameplane/contract/system/settings/payment-epay'
import { useText } from '../../../../i18n/messages.ts'
import { useFieldValue, type BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { SettingPage } from '../setting-page.tsx'
import { epayMessages } from './epay.messages.ts'
import { NotifyAddress } from './notify-address.tsx'
import { PemField } from './pem-field.tsx'
import { PaymentTry } from './payment-try.tsx'

const words = fieldWords({}, epayMessages)

/** A gateway of Rainbow EPay: address, merchant, keys. */
export function EpayPage() {
  const text = useText(epayMessages)
  return (
    <SettingPage setting={epay} words={words} help={text.help}>
      {(form) => <EpayFields form={form} />}
    </SettingPage>
  )
}

function EpayFields({ form }: { form: BoundForm<z.input<typeof epay.value>> }) {
  const text = useText(epayMessages)
  const [version] = useFieldValue(form, 'version')
  const isFirstVersion = version === 'v1'
  return (
    <div className="flex max-w-[560px] flex-col gap-4">
      <Field of={form} name="version" />
      {isFirstVersion && (
        <p role="status" className="flex items-start gap-2 rounded-md border border-kumo-warning/40 bg-kumo-warning/10 px-3 py-2 text-sm">
          <WarningIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-kumo-warning" />
          {text.versionWarning}
        </p>
      )}
      <Field of={form} name="serviceUrl" placeholder="https://pay.example.com" />
      <Field of={form} name="pid" />
      <Field of={form} name="way" />
      {isFirstVersion ? (
        <Field of={form} name="key" />
      ) : (
        <>
          <PemField of={form} name="merchantPrivateKey" />
          <PemField of={form} name="platformPublicKey" />
        </>
      )}
      <FieldGroup title={text.notices}>
        <NotifyAddress provider="epay" />
        <p className="text-sm text-kumo-subtle">{text.noticesHelp}</p>
        <PaymentTry provider="epay" settingKey={epay.key} isFinal={isFirstVersion} />
      </FieldGroup>
    </div>
  )
}
