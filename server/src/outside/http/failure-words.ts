import type { Language } from '@nameplane/contract/problems'
import type { OutboundReason } from './outbound-problem.ts'

/** The same words in both languages. */
export type Words = { readonly zh: string; readonly en: string }

type WayReason = OutboundReason | 'bad-answer'

/** What stops a call on its way, for whoever set the provider up. */
const wayReasons: Readonly<Record<WayReason, Words>> = {
  'wrong-address': {
    zh: '地址不可用：只能调用该服务在互联网上的 https 地址',
    en: 'the address cannot be called: only https addresses of the service on the Internet can',
  },
  resting: { zh: '连续失败多次，半分钟后再试', en: 'it failed several times in a row; try again in half a minute' },
  unreachable: { zh: '连接失败', en: 'it could not be reached' },
  'timed-out': { zh: '没有及时应答', en: 'it did not answer in time' },
  'too-large': { zh: '应答过大', en: 'its answer is too large' },
  redirected: { zh: '它要求跳转到别处，已拒绝', en: 'it sent the call elsewhere, where it does not go' },
  stopped: { zh: '没有及时应答', en: 'it did not answer in time' },
  'bad-answer': { zh: '应答无法识别，请核对地址', en: 'its answer cannot be understood; check the address' },
}

/** What the codes of vendors mean, by code. */
export type VendorWords = Readonly<Record<string, Words>>

/** What the access keys of Tencent Cloud and Alibaba Cloud are refused for. */
export const cloudKeyWords: VendorWords = {
  'AuthFailure.SecretIdNotFound': { zh: 'SecretId 不存在', en: 'there is no such SecretId' },
  'AuthFailure.SignatureFailure': { zh: 'SecretKey 不正确', en: 'the SecretKey is wrong' },
  'AuthFailure.SignatureExpire': { zh: '服务器时间不准确', en: 'the clock of this server is wrong' },
  'InvalidAccessKeyId.NotFound': { zh: 'AccessKey ID 不存在', en: 'there is no such access key id' },
  SignatureDoesNotMatch: { zh: 'AccessKey Secret 不正确', en: 'the access key secret is wrong' },
  'InvalidTimeStamp.Expired': { zh: '服务器时间不准确', en: 'the clock of this server is wrong' },
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
