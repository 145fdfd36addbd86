import type { SettingPath } from '@nameplane/contract/system/setting-screens'
import type { Find } from '../../../routing/screen.ts'
import type { FieldTexts } from '../../../screen-parts/form/field-words.ts'
import { answeringMessages } from './answering.messages.ts'
import { backupSettingsMessages } from './backup/backup-settings.messages.ts'
import { emailServerMessages } from './email/email-server.messages.ts'
import { apiTokenMessages } from './login/api-token.messages.ts'
import { loginMessages } from './login/login.messages.ts'
import { nodeCheckMessages } from './node/node-check.messages.ts'
import { nodeInstallMessages } from './node/node-install.messages.ts'
import { nsCheckMessages } from './ns-check.messages.ts'
import { otherUrlMessages } from './other-url.messages.ts'
import { addressMessages } from './payment/address.messages.ts'
import { alipayMessages } from './payment/alipay.messages.ts'
import { currencyMessages } from './payment/currency.messages.ts'
import { epayMessages } from './payment/epay.messages.ts'
import { stripeMessages } from './payment/stripe.messages.ts'
import { tokenPayMessages } from './payment/tokenpay.messages.ts'
import { wechatMessages } from './payment/wechat.messages.ts'
import { siteMessages } from './site/site.messages.ts'
import { smsMessages } from './sms/sms.messages.ts'
import { sslMessages } from './ssl/ssl.messages.ts'
import { statisticsMessages } from './statistics.messages.ts'
import { verificationMessages } from './verification/verification.messages.ts'

type Words = { readonly zh: FieldTexts; readonly en: FieldTexts }

/** The names of the fields of a form, of which some stand on another screen. */
function fieldsOf({ zh, en }: Words, isHere: (field: string) => boolean = () => true): Find[] {
  return Object.entries(zh.fields ?? {}).flatMap(([field, name]) => {
    const other = en.fields?.[field]
    return isHere(field) && typeof name === 'string' && typeof other === 'string' ? [{ title: { zh: name, en: other } }] : []
  })
}
const siteFields = (part: string): Find[] => fieldsOf(siteMessages, (field) => field.startsWith(`${part}.`))
/** A part of a screen that the address opens. */
const tab = (zh: string, en: string, search: string): Find => ({ title: { zh, en }, search })

/** What a screen of the configuration is found by, beside its title. */
export const settingFinds: Readonly<Partial<Record<SettingPath, readonly Find[]>>> = {
  '/system/config/site/basic': siteFields('basic'),
  '/system/config/site/contact': siteFields('contact'),
  '/system/config/site/seo': siteFields('seo'),
  '/system/config/payment/wechat': fieldsOf(wechatMessages),
  '/system/config/payment/alipay': fieldsOf(alipayMessages),
  '/system/config/payment/address': fieldsOf(addressMessages),
  '/system/config/payment/currency': fieldsOf(currencyMessages),
  '/system/config/payment/stripe': fieldsOf(stripeMessages),
  '/system/config/payment/tokenpay': fieldsOf(tokenPayMessages),
  '/system/config/payment/epay': fieldsOf(epayMessages),
  '/system/config/verification/wechat': fieldsOf(verificationMessages),
  '/system/config/email/config': fieldsOf(emailServerMessages),
  '/system/config/sms': fieldsOf(smsMessages),
  '/system/config/ssl': fieldsOf(sslMessages),
  '/system/config/login': [
    ...fieldsOf(loginMessages),
    tab(apiTokenMessages.zh.tabs.api, apiTokenMessages.en.tabs.api, 'tab=api'),
    // As many call it that have an application for it.
    { title: { zh: '二次验证（TOTP）', en: 'Two-factor authentication (TOTP)' } },
  ],
  '/system/config/node': [...fieldsOf(nodeCheckMessages), tab(nodeInstallMessages.zh.add, nodeInstallMessages.en.add, 'tab=install')],
  '/system/config/statistics': fieldsOf(statisticsMessages),
  '/system/config/answering': fieldsOf(answeringMessages),
  '/system/config/ns-check': fieldsOf(nsCheckMessages),
  '/system/config/backup/settings': fieldsOf(backupSettingsMessages),
  '/system/config/other-url': fieldsOf(otherUrlMessages),
}
