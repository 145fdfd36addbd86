import { resolverTester } from '../features/dns/nameserver-check/resolver-tester.ts'
import { acmeAccountTester } from '../features/system/acme-account/acme-account-tester.ts'
import { emailTester } from '../features/system/email/email-tester.ts'
import { paymentTesters } from '../integrations/payment/payment-testers.ts'
import { smsTesters } from '../integrations/sms/sms-testers.ts'
import { faceTesters } from '../integrations/identity/face-testers.ts'
import { wechatTesters } from '../integrations/wechat/wechat-testers.ts'
import type { SettingTester } from '../settings/setting-tester.ts'

/** What tries each setting that has a test button, one line each. */
export const settingTesters: readonly SettingTester[] = [
  emailTester,
  ...smsTesters,
  ...paymentTesters,
  ...faceTesters,
  ...wechatTesters,
  resolverTester,
  acmeAccountTester,
]
