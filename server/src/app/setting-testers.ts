import { resolverTester } from '../features/dns/nameserver-check/resolver-tester.ts'
import { acmeAccountTester } from '../features/system/acme-account/acme-account-tester.ts'
import { mailTester } from '../features/system/letter/mail-tester.ts'
import { paymentTesters } from '../outside/payment/payment-testers.ts'
import { smsTesters } from '../outside/sms/sms-testers.ts'
import { faceTesters } from '../outside/identity/face-testers.ts'
import { wechatTesters } from '../outside/wechat/wechat-testers.ts'
import type { SettingTester } from '../settings/setting-tester.ts'

/** What tries each setting that has a test button, one line each. */
export const settingTesters: readonly SettingTester[] = [
  mailTester,
  ...smsTesters,
  ...paymentTesters,
  ...faceTesters,
  ...wechatTesters,
  resolverTester,
  acmeAccountTester,
]
