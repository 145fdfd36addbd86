import type * as z from 'zod/mini'
import { wechatPushPath } from '@nameplane/contract/account/wechat'
import { wechatAccount } from '@nameplane/contract/system/settings/wechat-sign-in'
import { useText } from '../../../../i18n/messages.ts'
import { FieldGroup, TextInput } from '../../../../screen-parts/form/field.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { ConfigTabs } from '../config-tabs.tsx'
import { SettingPage } from '../setting-page.tsx'
import { OwnAddress } from './own-address.tsx'
import { wechatCodeTabs } from './wechat-code-tabs.ts'
import { wechatSignInMessages } from './wechat-sign-in.messages.ts'

type Values = z.input<typeof wechatAccount.value>

const blank: Values = { appId: '', appSecret: '', token: '', encodingAesKey: '', apiAddress: 'https://api.weixin.qq.com' }

/** Signing in by a code of an official account, which sends the digits to enter. */
export function WechatAccountPage() {
  const text = useText(wechatSignInMessages)
  return (
    <SettingPage<Values>
      setting={wechatAccount}
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={wechatCodeTabs} current="/system/config/wechat-code/account" />}
      blank={blank}
      labels={text.fields}
    >
      {({ register, errorOf, watch }) => (
        <div className="flex max-w-[560px] flex-col gap-6">
          <FieldGroup title={text.keys}>
            <TextInput label={text.fields.appId} isRequired help={text.accountKeysHelp} className="font-mono" {...register('appId')} error={errorOf('appId')} />
            <SecretInput label={text.fields.appSecret} isRequired {...register('appSecret')} error={errorOf('appSecret')} />
          </FieldGroup>
          <FieldGroup title={text.push}>
            <OwnAddress label={text.pushAddress} help={text.pushAddressHelp} address={window.location.origin + wechatPushPath} />
            <SecretInput label={text.fields.token} isRequired help={text.tokenHelp} {...register('token')} error={errorOf('token')} />
            <SecretInput
              label={text.fields.encodingAesKey}
              help={watch('encodingAesKey') === '' ? text.plainHelp : text.encryptedHelp}
              {...register('encodingAesKey')}
              error={errorOf('encodingAesKey')}
            />
          </FieldGroup>
          <FieldGroup title={text.access}>
            <TextInput label={text.fields.apiAddress} help={text.addressHelp} className="font-mono" {...register('apiAddress')} error={errorOf('apiAddress')} />
          </FieldGroup>
        </div>
      )}
    </SettingPage>
  )
}
