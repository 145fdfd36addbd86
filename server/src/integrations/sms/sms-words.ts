import type { Language } from '@nameplane/contract/problems'
import { cloudKeyWords, failureWords, type VendorWords, type Words } from '../http/failure-words.ts'

/** What codes of the vendors mean to whoever set the provider up. Others are shown as they are. */
const vendors: VendorWords = {
  ...cloudKeyWords,
  // Tencent Cloud: SendSms
  'AuthFailure.UnauthorizedOperation': { zh: '该密钥没有短信权限', en: 'this key has no SMS permission' },
  'UnauthorizedOperation.SmsSdkAppIdVerifyFail': { zh: 'sdkAppId 不存在或不属于该账号', en: 'sdkAppId not found in this account' },
  'FailedOperation.SignatureIncorrectOrUnapproved': { zh: '签名不存在或未审核通过', en: 'signature not found or not approved' },
  'FailedOperation.TemplateIncorrectOrUnapproved': { zh: '模板不存在或未审核通过', en: 'template not found or not approved' },
  'FailedOperation.TemplateParamSetNotMatchApprovedTemplate': {
    zh: '模板的变量个数与场景不一致',
    en: 'the number of template variables differs from the scenario',
  },
  'FailedOperation.InsufficientBalanceInSmsPackage': { zh: '短信套餐包余额不足', en: 'SMS package used up' },
  'FailedOperation.PhoneNumberInBlacklist': { zh: '手机号在黑名单中', en: 'phone number blocked' },
  'InvalidParameterValue.IncorrectPhoneNumber': { zh: '手机号格式错误', en: 'invalid phone number' },
  'LimitExceeded.PhoneNumberThirtySecondLimit': { zh: '同一手机号 30 秒内发送过于频繁', en: 'too many messages to this phone number within 30 seconds' },
  'LimitExceeded.PhoneNumberOneHourLimit': { zh: '同一手机号一小时内发送过于频繁', en: 'too many messages to this phone number within 1 hour' },
  'LimitExceeded.PhoneNumberDailyLimit': { zh: '同一手机号一天内发送过于频繁', en: 'too many messages to this phone number within 1 day' },
  // Alibaba Cloud: SendSms
  'isv.SMS_SIGNATURE_ILLEGAL': { zh: '签名不存在或未审核通过', en: 'signature not found or not approved' },
  'isv.SMS_TEMPLATE_ILLEGAL': { zh: '模板不存在或未审核通过', en: 'template not found or not approved' },
  'isv.TEMPLATE_MISSING_PARAMETERS': { zh: '模板的变量与场景不一致', en: 'the template variables differ from the scenario' },
  'isv.MOBILE_NUMBER_ILLEGAL': { zh: '手机号格式错误', en: 'invalid phone number' },
  'isv.BUSINESS_LIMIT_CONTROL': { zh: '同一手机号发送过于频繁', en: 'too many messages to this phone number' },
  'isv.AMOUNT_NOT_ENOUGH': { zh: '账户余额不足', en: 'account balance too low' },
  'isv.OUT_OF_SERVICE': { zh: '账户已停机', en: 'account suspended' },
  'isv.RAM_PERMISSION_DENY': { zh: '该密钥没有短信权限', en: 'this key has no SMS permission' },
  // Gateways of smsbao's kind
  '30': { zh: '密码或 API KEY 错误', en: 'incorrect password or API KEY' },
  '40': { zh: '账号不存在', en: 'account not found' },
  '41': { zh: '余额不足', en: 'account balance too low' },
  '43': { zh: '服务器的 IP 受限', en: 'this server’s IP is not allowed' },
  '50': { zh: '内容含有敏感词', en: 'content contains a banned word' },
  '51': { zh: '手机号格式错误', en: 'invalid phone number' },
}

/** Why a provider did not take a message, for whoever set it up. */
export function smsFailureWords(provider: Words, code: string, language: Language): string {
  const why = failureWords(code, vendors, language)
  return language === 'zh' ? `${provider.zh}未受理：${why}` : `${provider.en} did not accept the message: ${why}`
}

/** What is said once a provider has taken a message; whether it arrives, only the phone shows. */
export function smsTakenWords(provider: Words, phone: string, language: Language): string {
  return language === 'zh' ? `${provider.zh}已受理，请查看手机 ${phone}` : `${provider.en} accepted the message. Check the phone ${phone}.`
}
