import type * as z from 'zod/mini'
import type { Language } from '@nameplane/contract/problems'
import type { Setting } from '@nameplane/contract/system/setting'
import { alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { epay } from '@nameplane/contract/system/settings/payment-epay'
import { stripe } from '@nameplane/contract/system/settings/payment-stripe'
import { tokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { wechatPay } from '@nameplane/contract/system/settings/payment-wechat'
import { settingTester, type SettingTester } from '../../settings/setting-tester.ts'
import { OutboundProblem } from '../http/outbound-problem.ts'
import { alipayConnection, alipayProvider } from './alipay/alipay.ts'
import { epayConnection, epayProvider } from './epay/epay.ts'
import { PaymentKeyProblem, PaymentProviderProblem, type Clock, type PaymentProvider } from './payment.ts'
import { wechatConnection } from './providers.ts'
import { stripeConnection, stripeProvider } from './stripe/stripe.ts'
import { tokenPayConnection, tokenPayProvider } from './tokenpay/tokenpay.ts'
import { CertificateStore } from './wechat/wechat-keys.ts'
import { wechatPayProvider } from './wechat/wechat-pay.ts'

type Words = { readonly zh: string; readonly en: string }

/** Why no usable answer came, for whoever set the provider up. */
const reasons: Readonly<Record<string, Words>> = {
  'wrong-address': { zh: '地址不可用：只能调用互联网上的 https 地址', en: 'the address cannot be called: only https addresses on the Internet can' },
  resting: { zh: '连续失败多次，半分钟后再试', en: 'it failed several times in a row; try again in half a minute' },
  unreachable: { zh: '连接失败', en: 'it could not be reached' },
  'timed-out': { zh: '没有及时应答', en: 'it did not answer in time' },
  'too-large': { zh: '应答过大', en: 'its answer is too large' },
  redirected: { zh: '它要求跳转到别处，已拒绝', en: 'it sent the call elsewhere, where it does not go' },
  stopped: { zh: '没有及时应答', en: 'it did not answer in time' },
  unanswered: { zh: '应答无法识别，请核对地址', en: 'its answer cannot be understood; check the address' },
  untrusted: { zh: '应答的签名无效，请核对平台公钥', en: 'its answer is not signed as it should be; check the platform’s public key' },
  signature: { zh: '签名被拒绝，请核对密钥与签名方式', en: 'it refused the signature; check the key and the kind of signature' },
  api_key_invalid: { zh: '密钥不正确', en: 'the secret key is wrong' },
  StripeAuthenticationError: { zh: '密钥不正确', en: 'the secret key is wrong' },
  StripePermissionError: { zh: '该密钥权限不足', en: 'this key may not do it' },
}

function why(cause: PaymentProviderProblem, language: Language): string {
  const below = cause.cause instanceof OutboundProblem ? cause.cause.reason : ''
  const code = [below, cause.providerCode, cause.kind].find((one) => Object.hasOwn(reasons, one))
  const words = code === undefined ? null : reasons[code]![language]
  if (words !== null) return words
  return cause.providerCode === '' ? (language === 'zh' ? '请求被拒绝' : 'it refused the request') : cause.providerCode
}

/** Makes one real, signed call that changes nothing. */
function paymentTester<Value extends z.core.$ZodType>(
  setting: Setting<Value>,
  provider: (value: z.output<Value>, now: Clock) => PaymentProvider,
): SettingTester {
  const name: Words = { ...setting.remark, zh: /[A-Za-z]$/.test(setting.remark.zh) ? `${setting.remark.zh} ` : setting.remark.zh }
  return settingTester(setting, async (value, { language }) => {
    const failed = (reason: string) => ({
      isPassed: false,
      message: language === 'zh' ? `${name.zh}不可用：${reason}` : `${name.en} cannot be used: ${reason}`,
    })
    try {
      await provider(value, () => new Date()).probe()
      return { isPassed: true, message: language === 'zh' ? `${name.zh}已应答，密钥有效` : `${name.en} answered, the keys are good` }
    } catch (cause) {
      if (cause instanceof PaymentKeyProblem)
        return failed(language === 'zh' ? '密钥或证书格式不正确' : 'a key or certificate is not of the kind that is needed')
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
