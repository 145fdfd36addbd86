import { wechatPushPath } from '@nameplane/contract/account/wechat'
import { wechatAccount } from '@nameplane/contract/system/settings/wechat-sign-in'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { settingPage } from '../setting-page.tsx'
import { OwnAddress } from './own-address.tsx'
import { wechatSignInMessages } from './wechat-sign-in.messages.ts'
import { settingSections } from '../setting-sections.ts'

/** Signing in by a code of an official account, which sends the digits to enter. */
export const WechatAccountPage = settingPage(wechatAccount, wechatSignInMessages, ({ form, text }) => (
  <div className={settingSections}>
    <FieldGroup title={text.keys}>
      <Field of={form} name="appId" help={text.accountKeysHelp} />
      <Field of={form} name="appSecret" />
    </FieldGroup>
    <FieldGroup title={text.push}>
      <OwnAddress label={text.pushAddress} help={text.pushAddressHelp} address={window.location.origin + wechatPushPath} />
      <Field of={form} name="token" />
      <Field of={form} name="encodingAesKey" help={form.raw.watch('encodingAesKey') === '' ? text.plainHelp : text.encryptedHelp} />
    </FieldGroup>
    <FieldGroup title={text.access}>
      <Field of={form} name="apiAddress" />
    </FieldGroup>
  </div>
))
