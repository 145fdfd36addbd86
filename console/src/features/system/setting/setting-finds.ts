import type { Setting } from '@nameplane/contract/system/setting-declaration'
import type { SettingPath } from '@nameplane/contract/system/setting-screens'
import { backupSettings } from '@nameplane/contract/system/settings/backup'
import { books } from '@nameplane/contract/system/settings/books'
import { certificateAuthority } from '@nameplane/contract/system/settings/certificate-authority'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { freePlan } from '@nameplane/contract/system/settings/free-plan'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { nodeAnswering } from '@nameplane/contract/system/settings/node-answering'
import { nodeCheck } from '@nameplane/contract/system/settings/node-check'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { otherUrl } from '@nameplane/contract/system/settings/other-url'
import { alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { epay } from '@nameplane/contract/system/settings/payment-epay'
import { stripe } from '@nameplane/contract/system/settings/payment-stripe'
import { tokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { wechatPay } from '@nameplane/contract/system/settings/payment-wechat'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { queryStatistics } from '@nameplane/contract/system/settings/query-statistics'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { alibabaSms, gatewaySms, tencentSms } from '@nameplane/contract/system/settings/sms'
import { verificationAli, verificationWechat } from '@nameplane/contract/system/settings/verification'
import type { Find } from '../../../routing/screen.ts'
import { apiTokenMessages } from './login/api-token.messages.ts'
import { nodeInstallMessages } from './node/node-install.messages.ts'

/** The names of the fields of a form, each once. */
function fieldsOf(...settings: readonly Pick<Setting, 'names'>[]): Find[] {
  const names = settings.flatMap((setting) => Object.values(setting.names))
  return names.filter(({ zh }, index) => names.findIndex((name) => name.zh === zh) === index).map((title) => ({ title }))
}
/** Of the site's settings, those that stand on one screen. */
const siteFields = (part: string): Find[] =>
  fieldsOf({ names: Object.fromEntries(Object.entries(siteSettings.names).filter(([field]) => field.startsWith(`${part}.`))) })
/** A part of a screen that the address opens. */
const tab = (zh: string, en: string, search: string): Find => ({ title: { zh, en }, search })

/** What a screen of the configuration is found by, beside its title. */
export const settingFinds: Readonly<Partial<Record<SettingPath, readonly Find[]>>> = {
  '/system/config/site/basic': siteFields('basic'),
  '/system/config/site/contact': siteFields('contact'),
  '/system/config/site/seo': siteFields('seo'),
  '/system/config/payment/wechat': fieldsOf(wechatPay),
  '/system/config/payment/alipay': fieldsOf(alipay),
  '/system/config/payment/address': fieldsOf(platformAddress),
  '/system/config/payment/currency': fieldsOf(books),
  '/system/config/payment/stripe': fieldsOf(stripe),
  '/system/config/payment/tokenpay': fieldsOf(tokenPay),
  '/system/config/payment/epay': fieldsOf(epay),
  '/system/config/verification/wechat': fieldsOf(verificationWechat),
  '/system/config/verification/ali': fieldsOf(verificationAli),
  '/system/config/email/config': fieldsOf(emailServer),
  '/system/config/sms': fieldsOf(tencentSms, alibabaSms, gatewaySms),
  '/system/config/ssl': fieldsOf(certificateAuthority),
  '/system/config/login': [
    ...fieldsOf(loginRules),
    tab(apiTokenMessages.zh.tabs.changes, apiTokenMessages.en.tabs.changes, 'tab=changes'),
    tab(apiTokenMessages.zh.tabs.api, apiTokenMessages.en.tabs.api, 'tab=api'),
    // As many call it that have an application for it.
    { title: { zh: '二次验证（TOTP）', en: 'Two-factor authentication (TOTP)' } },
  ],
  '/system/config/node': [...fieldsOf(nodeCheck), tab(nodeInstallMessages.zh.add, nodeInstallMessages.en.add, 'tab=install')],
  '/system/config/statistics': fieldsOf(queryStatistics),
  '/system/config/plan': fieldsOf(freePlan),
  '/system/config/answering': fieldsOf(nodeAnswering),
  '/system/config/ns-check': fieldsOf(nsCheck),
  '/system/config/backup/settings': fieldsOf(backupSettings),
  '/system/config/other-url': fieldsOf(otherUrl),
}
