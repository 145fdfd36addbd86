import * as z from 'zod/mini'
import type { ProblemCode } from '../../problem-text.ts'
import { asCode } from '../../fields.ts'
import { declareSetting } from '../setting-declaration.ts'
import { smsTemplateNames, smsTemplates } from '../sms/sms-template.ts'

const filled = (required: ProblemCode, maximum: number) => z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(maximum))

/** Where calls go: https, a host, no query. The client for outbound calls judges the address itself. */
function isServiceAddress(text: string): boolean {
  if (/[\s?#\\@]/.test(text) || !/^https:\/\/[^/]/i.test(text)) return false
  return URL.canParse(text)
}

const hostOf = (text: string): string => (isServiceAddress(text) ? new URL(text).hostname : '')

const vendorAddress = (vendor: string, domain: string, standard: string) =>
  asCode(
    z._default(
      z.string().check(
        z.trim(),
        z.maxLength(200),
        z.refine((text: string) => isServiceAddress(text), { error: 'sms_address_https' }),
        z.refine((text: string) => !isServiceAddress(text) || hostOf(text).endsWith(domain), { error: 'sms_address_foreign', params: { vendor } }),
      ),
      standard,
    ),
  )

/** The name that every message begins with in 【】, as the vendor has approved it. */
const signname = filled('sms_signature_required', 40).check(z.refine((text: string) => !/[【】[\]]/.test(text), { error: 'sms_signature_brackets' }))

/** Tencent Cloud, type 1 of spec point 3, and the one provider of the version with one. */
export const TencentSms = z.object({
  type: z._default(z.literal(1), 1),
  sdkappId: asCode(filled('sms_app_id_required', 20).check(z.refine((text: string) => text === '' || /^\d+$/.test(text), { error: 'sms_app_id_invalid' }))),
  secretid: asCode(filled('required', 100)),
  secretkey: filled('required', 100),
  signname,
  region: asCode(z._default(z.string().check(z.trim(), z.regex(/^[a-z0-9-]{2,30}$/, 'invalid_value')), 'ap-guangzhou')),
  endpoint: vendorAddress('Tencent Cloud', '.tencentcloudapi.com', 'https://sms.tencentcloudapi.com'),
  templateIds: smsTemplates('id'),
})
export type TencentSms = z.output<typeof TencentSms>

/** Alibaba Cloud, type 2; its access key stands in the same members. */
export const AlibabaSms = z.object({
  type: z._default(z.literal(2), 2),
  secretid: asCode(filled('required', 100)),
  secretkey: filled('required', 100),
  signname,
  endpoint: vendorAddress('Alibaba Cloud', '.aliyuncs.com', 'https://dysmsapi.aliyuncs.com'),
  templateIds: smsTemplates('id'),
})
export type AlibabaSms = z.output<typeof AlibabaSms>

/** A gateway that takes the text itself over HTTPS, type 3. */
export const GatewaySms = z.object({
  type: z._default(z.literal(3), 3),
  api_addr: asCode(
    filled('sms_api_addr_required', 300).check(z.refine((text: string) => text === '' || isServiceAddress(text), { error: 'sms_address_https' })),
  ),
  username: filled('sms_username_required', 100),
  api_key: filled('sms_api_key_required', 200),
  templateIds: smsTemplates('content'),
})
export type GatewaySms = z.output<typeof GatewaySms>

const readBy = 'text messages with password reset codes, and the test of each scenario. Only the enabled provider is used'
const shared = { class: 'sms', startsOff: true, exclusiveGroup: 'sms', screen: '/system/config/sms', isTestable: true, readBy } as const

export const tencentSms = declareSetting('SMS_TENCENT_CONFIG', {
  ...shared,
  remark: { zh: '短信：腾讯云', en: 'SMS: Tencent Cloud' },
  value: TencentSms,
  names: {
    ...smsTemplateNames,
    sdkappId: { zh: 'sdkAppId', en: 'sdkAppId' },
    secretid: { zh: 'secretId', en: 'secretId' },
    secretkey: { zh: 'secretKey', en: 'secretKey' },
    signname: { zh: '短信签名', en: 'Signature' },
    region: { zh: '地域', en: 'Region' },
    endpoint: { zh: '接口地址', en: 'API endpoint' },
  },
  secrets: ['secretkey'],
  sentTo: { secretkey: ['endpoint', 'secretid'] },
})

export const alibabaSms = declareSetting('SMS_ALIBABA_CONFIG', {
  ...shared,
  remark: { zh: '短信：阿里云', en: 'SMS: Alibaba Cloud' },
  value: AlibabaSms,
  names: {
    ...smsTemplateNames,
    secretid: { zh: 'secretId', en: 'secretId' },
    secretkey: { zh: 'secretKey', en: 'secretKey' },
    signname: { zh: '短信签名', en: 'Signature' },
    endpoint: { zh: '接口地址', en: 'API endpoint' },
  },
  secrets: ['secretkey'],
  sentTo: { secretkey: ['endpoint', 'secretid'] },
})

export const gatewaySms = declareSetting('SMS_GATEWAY_CONFIG', {
  ...shared,
  remark: { zh: '短信：HTTP 网关', en: 'SMS: HTTP gateway' },
  value: GatewaySms,
  names: {
    ...smsTemplateNames,
    api_addr: { zh: 'API ADDR', en: 'API ADDR' },
    username: { zh: '用户名', en: 'Username' },
    api_key: { zh: 'API KEY', en: 'API KEY' },
  },
  secrets: ['api_key'],
  sentTo: { api_key: ['api_addr', 'username'] },
})

export { smsProblems as problems } from '../sms/sms-problems.ts'
