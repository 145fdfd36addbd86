import type * as z from 'zod/mini'
import type { Language } from '@nameplane/contract/problems'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { epay } from '@nameplane/contract/system/settings/payment-epay'
import { stripe } from '@nameplane/contract/system/settings/payment-stripe'
import { tokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { wechatPay } from '@nameplane/contract/system/settings/payment-wechat'
import { settingTester, type SettingTester } from '../../settings/setting-tester.ts'
import { wayWords, type VendorWords, type Words } from '../http/failure-words.ts'
import { OutboundProblem } from '../http/outbound-problem.ts'
import { alipayConnection, alipayProvider } from './alipay/alipay.ts'
import { epayConnection, epayProvider } from './epay/epay.ts'
import { PaymentKeyProblem, PaymentProviderProblem, type Clock, type PaymentProvider } from './payment.ts'
import { wechatConnection } from './providers.ts'
import { stripeConnection, stripeProvider } from './stripe/stripe.ts'
import { tokenPayConnection, tokenPayProvider } from './tokenpay/tokenpay.ts'
import { CertificateStore } from './wechat/wechat-keys.ts'
import { wechatPayProvider } from './wechat/wechat-pay.ts'

/** Why no usable answer came, beside what stops a call on its way, for whoever set the provider up. */
const reasons: VendorWords = {
  untrusted: { zh: '响应的签名无效，请检查平台公钥', en: 'invalid response signature, check the platform public key' },
  signature: { zh: '签名被拒绝，请检查密钥与签名方式', en: 'signature refused, check the key and the signature method' },
  api_key_invalid: { zh: '密钥错误', en: 'incorrect secret key' },
  StripeAuthenticationError: { zh: '密钥错误', en: 'incorrect secret key' },
  StripePermissionError: { zh: '该密钥权限不足', en: 'this key has insufficient permissions' },
}

function why(cause: PaymentProviderProblem, language: Language): string {
  const onTheWay = cause.cause instanceof OutboundProblem ? wayWords(cause.cause.reason, language) : null
  if (onTheWay !== null) return onTheWay
  const code = [cause.providerCode, cause.kind].find((one) => Object.hasOwn(reasons, one))
  if (code !== undefined) return reasons[code]![language]
  if (cause.kind === 'unanswered') return wayWords('bad-answer', language)!
  return cause.providerCode === '' ? (language === 'zh' ? '请求被拒绝' : 'request refused') : cause.providerCode
}

/** Makes one real, signed call that changes nothing. */
function paymentTester<Value extends z.core.$ZodType>(
  setting: Setting<Value>,
  provider: (value: z.output<Value>, now: Clock) => PaymentProvider,
): SettingTester {
  const name: Words = { ...setting.remark, zh: /[A-Za-z]$/.test(setting.remark.zh) ? `${setting.remark.zh} ` : setting.remark.zh }
  return settingTester(setting, async (value, { language }) => {
    const failed = (reason: string) => ({ isPassed: false, message: language === 'zh' ? `${name.zh}不可用：${reason}` : `${name.en} unavailable: ${reason}` })
    try {
      await provider(value, () => new Date()).probe()
      return { isPassed: true, message: language === 'zh' ? `${name.zh}已响应，密钥有效` : `${name.en} responded, keys are valid` }
    } catch (cause) {
      if (cause instanceof PaymentKeyProblem) return failed(language === 'zh' ? '密钥或证书格式错误' : 'invalid key or certificate')
      if (cause instanceof PaymentProviderProblem) return failed(why(cause, language))
      throw cause
    }
  })
}

/** What tries each payment provider. */
export const paymentTesters: readonly SettingTester[] = [
  paymentTester(wechatPay, (value, now) => wechatPayProvider(value, wechatConnection(value.gateway), now, new CertificateStore())),
  paymentTester(alipay, (value, now) => alipayProvider(value, alipayConnection(value.gateway), now)),
  paymentTester(stripe, (value, now) => stripeProvider(value, stripeConnection(value.gateway), now)),
  paymentTester(tokenPay, (value, now) => tokenPayProvider(value, tokenPayConnection(value.serviceUrl), now)),
  paymentTester(epay, (value, now) => epayProvider(value, epayConnection(value.serviceUrl), now)),
]
