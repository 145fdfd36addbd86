import * as z from 'zod/mini'
import type { ProblemCode } from '../../problem-text.ts'
import { asCode } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { numeric } from '../../paging.ts'
import { isUrl } from '../../rules.ts'
import { declareSetting } from '../setting-declaration.ts'
import '../../account/verification-problems.ts'

const filled = (pattern: RegExp, maximum: number, code: ProblemCode = 'invalid_value') =>
  asCode(
    z.string('required').check(
      z.trim(),
      z.minLength(1, 'required'),
      z.maxLength(maximum),
      z.refine((text: string) => text === '' || pattern.test(text), { error: code }),
    ),
  )

/** Keys are printable and without white space; a masked one fits too. */
const key = filled(/^[\x21-\x7e]+$/, 200)

const vendorAddress = (vendor: string, domain: string, standard: string) =>
  asCode(
    z._default(
      z.string().check(
        z.trim(),
        z.maxLength(200),
        z.refine((text: string) => isServiceAddress(text), { error: 'invalid_url' }),
        z.refine((text: string) => !isServiceAddress(text) || new URL(text).hostname.endsWith(domain), {
          error: 'verification_address_foreign',
          params: { vendor },
        }),
      ),
      standard,
    ),
  )

function isServiceAddress(text: string): boolean {
  return /^https:\/\/[^/]/i.test(text) && isUrl(text) && !/[?#@\\]/.test(text)
}

/** Where the browser goes after the check; it proves nothing. Empty: it stays on the vendor's page. */
const returnAddress = asCode(
  z._default(
    z.string().check(
      z.trim(),
      z.maxLength(500),
      z.refine((text: string) => text === '' || isUrl(text), { error: 'invalid_url' }),
    ),
    '',
  ),
)

const price = {
  /** Checks of one account that cost nothing. */
  freeCount: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(1000)), 3),
  /** What each further one takes from the balance, in cents; 0: nothing. */
  feeCents: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(limits.verificationFeeMaximumCents)), 0),
}

/** WeChat face check: faceid of Tencent Cloud, whose page opens in WeChat. */
export const VerificationWechat = z.object({
  secretId: key,
  secretKey: key,
  /** The rule that the vendor gave for the business, in letters and digits. */
  ruleId: filled(/^[A-Za-z0-9]{1,32}$/, 32),
  redirectUrl: returnAddress,
  ...price,
  endpoint: vendorAddress('Tencent Cloud', '.tencentcloudapi.com', 'https://faceid.tencentcloudapi.com'),
})
export type VerificationWechat = z.output<typeof VerificationWechat>

/** The regions of Alibaba's service, first the usual one; each stands in for the other. */
export const alibabaFaceAddresses = ['https://cloudauth.cn-shanghai.aliyuncs.com', 'https://cloudauth.cn-beijing.aliyuncs.com'] as const

/** Ali real-person: financial-grade H5 of Alibaba Cloud. */
export const VerificationAli = z.object({
  accessKeyId: key,
  accessKeySecret: key,
  /** The scene of the vendor's console, a number. */
  sceneId: filled(/^\d{1,18}$/, 18),
  returnUrl: returnAddress,
  /** Let the vendor say that a check has ended; what it says is asked for all the same. */
  isCalledBack: z._default(z.boolean(), true),
  ...price,
  endpoint: vendorAddress('Alibaba Cloud', '.aliyuncs.com', alibabaFaceAddresses[0]),
})
export type VerificationAli = z.output<typeof VerificationAli>

const shared = {
  class: 'verification',
  startsOff: true,
  isTestable: true,
  readBy: 'real-name verification: starting it, fetching its result, and its price',
} as const

export const verificationWechat = declareSetting('VERIFICATION_WECHAT', {
  ...shared,
  remark: { zh: '实名认证：微信人脸核身', en: 'Verification: WeChat face verification' },
  value: VerificationWechat,
  names: {
    secretId: { zh: 'SecretId', en: 'SecretId' },
    secretKey: { zh: 'SecretKey', en: 'SecretKey' },
    ruleId: { zh: 'RuleId', en: 'RuleId' },
    redirectUrl: { zh: '完成后跳转地址', en: 'Return URL' },
    freeCount: { zh: '每个账号免费次数', en: 'Free verifications per account' },
    feeCents: { zh: '超出后每次费用（分）', en: 'Fee for each further verification (cents)' },
    endpoint: { zh: '接口地址', en: 'API endpoint' },
  },
  secrets: ['secretKey'],
  sentTo: { secretKey: ['endpoint', 'secretId'] },
  screen: '/system/config/verification/wechat',
})

export const verificationAli = declareSetting('VERIFICATION_ALI', {
  ...shared,
  remark: { zh: '实名认证：阿里实人认证', en: 'Verification: Alibaba face verification' },
  value: VerificationAli,
  names: {
    accessKeyId: { zh: 'AccessKey ID', en: 'AccessKey ID' },
    accessKeySecret: { zh: 'AccessKey Secret', en: 'AccessKey Secret' },
    sceneId: { zh: '场景 ID', en: 'Scene ID' },
    returnUrl: { zh: '完成后跳转地址', en: 'Return URL' },
    isCalledBack: { zh: '接收认证完成通知', en: 'Receive result callbacks' },
    freeCount: { zh: '每个账号免费次数', en: 'Free verifications per account' },
    feeCents: { zh: '超出后每次费用（分）', en: 'Fee for each further verification (cents)' },
    endpoint: { zh: '接口地址', en: 'API endpoint' },
  },
  secrets: ['accessKeySecret'],
  sentTo: { accessKeySecret: ['endpoint', 'accessKeyId'] },
  screen: '/system/config/verification/ali',
})
