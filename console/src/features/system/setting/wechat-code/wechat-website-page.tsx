import { wechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../../screen-parts/form/labelled.tsx'
import { settingPage } from '../setting-page.tsx'
import { OwnAddress } from './own-address.tsx'
import { wechatSignInMessages } from './wechat-sign-in.messages.ts'
import { settingSections } from '../setting-sections.ts'

/** Signing in on WeChat's own page: a website application of the open platform. */
export const WechatWebsitePage = settingPage(wechatWebsite, wechatSignInMessages, ({ form, text }) => (
  <div className={settingSections}>
    <FieldGroup title={text.keys}>
      <Field of={form} name="appId" help={text.websiteKeysHelp} />
      <Field of={form} name="appSecret" />
    </FieldGroup>
    <FieldGroup title={text.there}>
      <OwnAddress label={text.callbackDomain} help={text.callbackDomainHelp} address={window.location.hostname} />
    </FieldGroup>
    <FieldGroup title={text.access}>
      <Field of={form} name="apiAddress" />
    </FieldGroup>
  </div>
))
