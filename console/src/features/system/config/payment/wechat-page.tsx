import type * as z from 'zod/mini'
import { wechatPay, wechatPayHosts } from '@nameplane/contract/system/settings/payment-wechat'
import { useText } from '../../../../i18n/messages.ts'
import { FieldGroup, Select, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import type { RuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { NotifyAddress } from './notify-address.tsx'
import { PemArea } from './pem-area.tsx'
import { PaymentTry } from './payment-try.tsx'
import { paymentTabs } from './payment-tabs.ts'
import { wechatMessages } from './wechat.messages.ts'

type Values = z.input<typeof wechatPay.value>

const blank: Values = {
  appId: '',
  mchId: '',
  serialNo: '',
  privateKey: '',
  apiV3Key: '',
  verifyBy: 'public-key',
  publicKeyId: '',
  publicKey: '',
  gateway: 'https://api.mch.weixin.qq.com',
}

/** WeChat Pay: the merchant, its keys, and how WeChat's signatures are checked. */
export function WechatPayPage() {
  const text = useText(wechatMessages)
  return (
    <SettingPage<Values>
      setting={wechatPay}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={paymentTabs} current="/system/config/payment/wechat" />}
      blank={blank}
      labels={text.fields}
    >
      {(form) => <WechatFields form={form} />}
    </SettingPage>
  )
}

function WechatFields({ form }: { form: RuledForm<Values> }) {
  const text = useText(wechatMessages)
  const { register, errorOf, watch } = form
  const isByKey = watch('verifyBy') !== 'certificates'
  return (
    <div className="flex max-w-[560px] flex-col gap-6">
      <FieldGroup title={text.merchant}>
        <TextInput
          label={text.fields.mchId}
          isRequired
          help={text.mchIdHelp}
          inputMode="numeric"
          className="font-mono"
          {...register('mchId')}
          error={errorOf('mchId')}
        />
        <TextInput label={text.fields.appId} isRequired help={text.appIdHelp} className="font-mono" {...register('appId')} error={errorOf('appId')} />
        <TextInput
          label={text.fields.serialNo}
          isRequired
          help={text.serialNoHelp}
          className="font-mono"
          {...register('serialNo')}
          error={errorOf('serialNo')}
        />
        <PemArea
          label={text.fields.privateKey}
          isRequired
          help={text.privateKeyHelp}
          {...register('privateKey')}
          shown={watch('privateKey')}
          error={errorOf('privateKey')}
        />
        <SecretInput label={text.fields.apiV3Key} isRequired help={text.apiV3KeyHelp} {...register('apiV3Key')} error={errorOf('apiV3Key')} />
        <Select label={text.fields.gateway} {...register('gateway')} error={errorOf('gateway')}>
          {wechatPayHosts.map((host) => (
            <option key={host} value={`https://${host}`}>
              {host} · {text.gateways[`https://${host}`]}
            </option>
          ))}
        </Select>
      </FieldGroup>
      <FieldGroup title={text.answers}>
        <Select label={text.fields.verifyBy} help={isByKey ? undefined : text.certificatesHelp} {...register('verifyBy')} error={errorOf('verifyBy')}>
          <option value="public-key">{text.ways['public-key']}</option>
          <option value="certificates">{text.ways.certificates}</option>
        </Select>
        {isByKey && (
          <>
            <TextInput
              label={text.fields.publicKeyId}
              isRequired
              help={text.publicKeyIdHelp}
              className="font-mono"
              {...register('publicKeyId')}
              error={errorOf('publicKeyId')}
            />
            <PemArea
              label={text.fields.publicKey}
              isRequired
              help={text.publicKeyHelp}
              {...register('publicKey')}
              shown={watch('publicKey')}
              error={errorOf('publicKey')}
            />
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
}
