import WarningIcon from 'icon:warning'
import { epay } from '@nameplane/contract/system/settings/payment-epay'
import { useFieldValue } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { warningNote } from '../../../../screen-parts/surface.ts'
import { settingPage } from '../setting-page.tsx'
import { epayMessages } from './epay.messages.ts'
import { NotifyAddress } from './notify-address.tsx'
import { PemField } from './pem-field.tsx'
import { PaymentTry } from './payment-try.tsx'
import { settingSections } from '../setting-sections.ts'

/** A gateway of Rainbow EPay: address, merchant, keys. */
export const EpayPage = settingPage(epay, epayMessages, function EpayFields({ form, text }) {
  const [version] = useFieldValue(form, 'version')
  const isFirstVersion = version === 'v1'
  return (
    <div className={settingSections}>
      <Field of={form} name="version" />
      {isFirstVersion && (
        <p role="status" className={`${warningNote} col-span-full`}>
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
})
