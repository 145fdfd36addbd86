import { wechatPay, wechatPayHosts } from '@nameplane/contract/system/settings/payment-wechat'
import { useFieldValue } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { settingPage } from '../setting-page.tsx'
import { NotifyAddress } from './notify-address.tsx'
import { PemField } from './pem-field.tsx'
import { PaymentTry } from './payment-try.tsx'
import { wechatMessages } from './wechat.messages.ts'
import { settingSections } from '../setting-sections.ts'

/** WeChat Pay: the merchant, its keys, and how WeChat's signatures are checked. */
export const WechatPayPage = settingPage(wechatPay, wechatMessages, function WechatFields({ form, text }) {
  const [verifyBy] = useFieldValue(form, 'verifyBy')
  const isByKey = verifyBy !== 'certificates'
  const gateways = wechatPayHosts.map((host) => ({ value: `https://${host}`, label: `${host} · ${text.gateways[`https://${host}`]}` }))
  return (
    <div className={settingSections}>
      <FieldGroup title={text.merchant}>
        <Field of={form} name="mchId" />
        <Field of={form} name="appId" />
        <Field of={form} name="serialNo" />
        <PemField of={form} name="privateKey" />
        <Field of={form} name="apiV3Key" />
        <Field of={form} name="gateway" options={gateways} />
      </FieldGroup>
      <FieldGroup title={text.answers}>
        <Field of={form} name="verifyBy" help={isByKey ? undefined : text.certificatesHelp} />
        {isByKey && (
          <>
            <Field of={form} name="publicKeyId" />
            <PemField of={form} name="publicKey" />
          </>
        )}
      </FieldGroup>
      <FieldGroup title={text.notices}>
        <NotifyAddress provider="wechat" />
        <p className="text-sm text-kumo-subtle">{text.noticesHelp}</p>
        <PaymentTry provider="wechat" settingKey={wechatPay.key} />
      </FieldGroup>
    </div>
  )
})
