import { alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { useFieldValue } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { settingPage } from '../setting-page.tsx'
import { alipayMessages } from './alipay.messages.ts'
import { NotifyAddress } from './notify-address.tsx'
import { PemField } from './pem-field.tsx'
import { PaymentTry } from './payment-try.tsx'
import { settingSections } from '../setting-sections.ts'

const gateways = { production: 'https://openapi.alipay.com/gateway.do', sandbox: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do' } as const

/** Alipay: the application, its key, and how Alipay's signatures are checked. */
export const AlipayPage = settingPage(alipay, alipayMessages, function AlipayFields({ form, text }) {
  const [keyMode] = useFieldValue(form, 'keyMode')
  const named = (['production', 'sandbox'] as const).map((name) => ({
    value: gateways[name],
    label: `${new URL(gateways[name]).host} · ${text.gateways[name]}`,
  }))
  return (
    <div className={settingSections}>
      <FieldGroup title={text.app}>
        <Field of={form} name="appId" />
        <Field of={form} name="sellerId" />
        <PemField of={form} name="privateKey" />
        <Field of={form} name="product" />
        <Field of={form} name="gateway" options={named} />
      </FieldGroup>
      <FieldGroup title={text.keys}>
        <Field of={form} name="keyMode" />
        {keyMode === 'certificates' ? (
          <>
            <PemField of={form} name="appCertificate" />
            <PemField of={form} name="alipayCertificate" />
            <PemField of={form} name="alipayRootCertificate" />
          </>
        ) : (
          <PemField of={form} name="alipayPublicKey" />
        )}
      </FieldGroup>
      <FieldGroup title={text.notices}>
        <NotifyAddress provider="alipay" />
        <p className="text-sm text-kumo-subtle">{text.noticesHelp}</p>
        <PaymentTry provider="alipay" settingKey={alipay.key} />
      </FieldGroup>
    </div>
  )
})
