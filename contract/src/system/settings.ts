import type { Setting } from './setting-declaration.ts'
import type { SettingGroup } from './setting-groups.ts'
import { agreements } from './settings/agreement.ts'
import { nodeAnswering } from './settings/node-answering.ts'
import { queryStatistics } from './settings/query-statistics.ts'
import { nsCheck } from './settings/ns-check.ts'
import { otherUrl } from './settings/other-url.ts'
import { platformFeatures } from './settings/platform-features.ts'
import { freePlan } from './settings/free-plan.ts'
import { siteSettings } from './settings/site.ts'
import { backupSettings } from './settings/backup.ts'
import { largeChanges } from './settings/large-changes.ts'
import { loginRules } from './settings/login-rules.ts'
import { emailServer } from './settings/email-server.ts'
import { nodeCheck } from './settings/node-check.ts'
import { books } from './settings/books.ts'
import { alipay } from './settings/payment-alipay.ts'
import { epay } from './settings/payment-epay.ts'
import { stripe } from './settings/payment-stripe.ts'
import { tokenPay } from './settings/payment-tokenpay.ts'
import { wechatPay } from './settings/payment-wechat.ts'
import { platformAddress } from './settings/platform-address.ts'
import { certificateAuthority } from './settings/certificate-authority.ts'
import { verificationAli, verificationWechat } from './settings/verification.ts'
import { wechatCode } from './settings/wechat-code.ts'
import { wechatAccount, wechatWebsite } from './settings/wechat-sign-in.ts'
import { alibabaSms, gatewaySms, tencentSms } from './settings/sms.ts'

/** Every setting of the platform, one line each: the server seeds their records from it, screens, sweeps and docs/settings.md walk it. */
export const settings: readonly Setting[] = [
  siteSettings,
  platformFeatures,
  agreements,
  otherUrl,
  loginRules,
  largeChanges,
  emailServer,
  nodeCheck,
  nsCheck,
  nodeAnswering,
  queryStatistics,
  freePlan,
  platformAddress,
  books,
  wechatPay,
  alipay,
  stripe,
  tokenPay,
  epay,
  verificationWechat,
  verificationAli,
  tencentSms,
  alibabaSms,
  gatewaySms,
  wechatCode,
  wechatWebsite,
  wechatAccount,
  certificateAuthority,
  backupSettings,
]

/** The setting of a `paramKey`; undefined for records of an administrator's own. */
export function settingOf(key: string): Setting | undefined {
  return settings.find((one) => one.key === key)
}

/** Whose rights a record is read and changed by. */
export function groupOfKey(key: string): SettingGroup {
  return settingOf(key)?.group ?? 'custom'
}
