import type { Language } from '@nameplane/contract/problems'
import type { OutboundReason } from './outbound-problem.ts'

/** The same words in both languages. */
export type Words = { readonly zh: string; readonly en: string }

type WayReason = OutboundReason | 'bad-answer'

/** What stops a call on its way, said once for every vendor; it follows “X unavailable: ”. */
const wayReasons: Readonly<Record<WayReason, Words>> = {
  'wrong-address': { zh: '只能使用公网 https 地址', en: 'only public https addresses are allowed' },
  resting: { zh: '连续失败多次，请 30 秒后重试', en: 'paused for 30 seconds after repeated failures' },
  unreachable: { zh: '连接失败', en: 'connection failed' },
  'timed-out': { zh: '没有及时响应', en: 'it did not respond in time' },
  'too-large': { zh: '响应过大', en: 'response too large' },
  redirected: { zh: '返回了重定向，平台不跟随', en: 'it returned a redirect, which is not followed' },
  stopped: { zh: '没有及时响应', en: 'it did not respond in time' },
  'bad-answer': { zh: '响应无法识别，请检查接口地址', en: 'unrecognised response, check the address' },
}

/** What the codes of vendors mean, by code. */
export type VendorWords = Readonly<Record<string, Words>>

/** What the access keys of Tencent Cloud and Alibaba Cloud are refused for. */
export const cloudKeyWords: VendorWords = {
  'AuthFailure.SecretIdNotFound': { zh: 'SecretId 不存在', en: 'SecretId not found' },
  'AuthFailure.SignatureFailure': { zh: 'SecretKey 不正确', en: 'incorrect SecretKey' },
  'AuthFailure.SignatureExpire': { zh: '服务器时间不准确', en: 'the clock of this server is not accurate' },
  'InvalidAccessKeyId.NotFound': { zh: 'AccessKey ID 不存在', en: 'AccessKey ID not found' },
  SignatureDoesNotMatch: { zh: 'AccessKey Secret 不正确', en: 'incorrect AccessKey Secret' },
  'InvalidTimeStamp.Expired': { zh: '服务器时间不准确', en: 'the clock of this server is not accurate' },
}

/** Words of a code that stopped a call on its way; null for every other. */
export function wayWords(code: string, language: Language): string | null {
  return Object.hasOwn(wayReasons, code) ? wayReasons[code as WayReason][language] : null
}

/** Words of any code: what stopped the call, else what the vendor's code means with the code behind it, else the code as it is. */
export function failureWords(code: string, vendors: VendorWords, language: Language): string {
  const onTheWay = wayWords(code, language)
  if (onTheWay !== null) return onTheWay
  if (!Object.hasOwn(vendors, code)) return code
  const words = vendors[code]![language]
  return language === 'zh' ? `${words}（${code}）` : `${words} (${code})`
}
