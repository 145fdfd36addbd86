import type * as z from 'zod/mini'
import { wechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import { useText } from '../../../../i18n/messages.ts'
import { FieldGroup, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { OwnAddress } from './own-address.tsx'
import { wechatCodeTabs } from './wechat-code-tabs.ts'
import { wechatSignInMessages } from './wechat-sign-in.messages.ts'

type Values = z.input<typeof wechatWebsite.value>

const blank: Values = { appId: '', appSecret: '', apiAddress: 'https://api.weixin.qq.com' }

/** Signing in on WeChat's own page: a website application of the open platform. */
export function WechatWebsitePage() {
  const text = useText(wechatSignInMessages)
  return (
    <SettingPage<Values>
      setting={wechatWebsite}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={wechatCodeTabs} current="/system/config/wechat-code/website" />}
      blank={blank}
      labels={text.fields}
    >
      {({ register, errorOf }) => (
        <div className="flex max-w-[560px] flex-col gap-6">
          <FieldGroup title={text.keys}>
            <TextInput label={text.fields.appId} isRequired help={text.websiteKeysHelp} className="font-mono" {...register('appId')} error={errorOf('appId')} />
            <SecretInput label={text.fields.appSecret} isRequired {...register('appSecret')} error={errorOf('appSecret')} />
          </FieldGroup>
          <FieldGroup title={text.there}>
            <OwnAddress label={text.callbackDomain} help={text.callbackDomainHelp} address={window.location.hostname} />
          </FieldGroup>
          <FieldGroup title={text.access}>
            <TextInput label={text.fields.apiAddress} help={text.addressHelp} className="font-mono" {...register('apiAddress')} error={errorOf('apiAddress')} />
          </FieldGroup>
        </div>
      )}
    </SettingPage>
  )
}
