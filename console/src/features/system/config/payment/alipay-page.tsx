import type * as z from 'zod/mini'
import { alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { useText } from '../../../../i18n/messages.ts'
import { FieldGroup, Select, TextInput } from '../../../../screen-parts/form/field.tsx'
import type { RuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { alipayMessages } from './alipay.messages.ts'
import { NotifyAddress } from './notify-address.tsx'
import { PemArea } from './pem-area.tsx'
import { PaymentTry } from './payment-try.tsx'
import { paymentTabs } from './payment-tabs.ts'

type Values = z.input<typeof alipay.value>

const gateways = { production: 'https://openapi.alipay.com/gateway.do', sandbox: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do' } as const

const blank: Values = {
  appId: '',
  sellerId: '',
  privateKey: '',
  keyMode: 'public-key',
  alipayPublicKey: '',
  appCertificate: '',
  alipayCertificate: '',
  alipayRootCertificate: '',
  product: 'page',
  gateway: gateways.production,
}

/** Alipay: the application, its key, and how Alipay's signatures are checked. */
export function AlipayPage() {
  const text = useText(alipayMessages)
  return (
    <SettingPage<Values>
      setting={alipay}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={paymentTabs} current="/system/config/payment/alipay" />}
      blank={blank}
      labels={text.fields}
    >
      {(form) => <AlipayFields form={form} />}
    </SettingPage>
  )
}

function AlipayFields({ form }: { form: RuledForm<Values> }) {
  const text = useText(alipayMessages)
  const { register, errorOf, watch } = form
  const hasCertificates = watch('keyMode') === 'certificates'
  const pem = (name: 'privateKey' | 'alipayPublicKey' | 'appCertificate' | 'alipayCertificate' | 'alipayRootCertificate', help: string) => (
    <PemArea label={text.fields[name]} isRequired help={help} {...register(name)} shown={watch(name)} error={errorOf(name)} />
  )
  return (
    <div className="flex max-w-[560px] flex-col gap-6">
      <FieldGroup title={text.app}>
        <TextInput
          label={text.fields.appId}
          isRequired
          help={text.appIdHelp}
          inputMode="numeric"
          className="font-mono"
          {...register('appId')}
          error={errorOf('appId')}
        />
        <TextInput
          label={text.fields.sellerId}
          isRequired
          help={text.sellerIdHelp}
          inputMode="numeric"
          className="font-mono"
          {...register('sellerId')}
          error={errorOf('sellerId')}
        />
        {pem('privateKey', text.privateKeyHelp)}
        <Select label={text.fields.product} help={text.productHelp} {...register('product')} error={errorOf('product')}>
          <option value="page">{text.products.page}</option>
          <option value="qr">{text.products.qr}</option>
        </Select>
        <Select label={text.fields.gateway} {...register('gateway')} error={errorOf('gateway')}>
          {(['production', 'sandbox'] as const).map((name) => (
            <option key={name} value={gateways[name]}>
              {new URL(gateways[name]).host} · {text.gateways[name]}
            </option>
          ))}
        </Select>
      </FieldGroup>
      <FieldGroup title={text.keys}>
        <Select label={text.fields.keyMode} {...register('keyMode')} error={errorOf('keyMode')}>
          <option value="public-key">{text.modes['public-key']}</option>
          <option value="certificates">{text.modes.certificates}</option>
        </Select>
        {hasCertificates ? (
          <>
            {pem('appCertificate', text.appCertificateHelp)}
            {pem('alipayCertificate', text.alipayCertificateHelp)}
            {pem('alipayRootCertificate', text.alipayRootCertificateHelp)}
          </>
        ) : (
          pem('alipayPublicKey', text.alipayPublicKeyHelp)
        )}
      </FieldGroup>
      <FieldGroup title={text.notices}>
        <NotifyAddress provider="alipay" />
        <p className="text-sm text-kumo-subtle">{text.noticesHelp}</p>
        <PaymentTry provider="alipay" settingKey={alipay.key} />
      </FieldGroup>
    </div>
  )
}
