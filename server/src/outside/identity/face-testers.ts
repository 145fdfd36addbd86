import type * as z from 'zod/mini'
import type { Language } from '@nameplane/contract/problems'
import type { Setting } from '@nameplane/contract/system/setting'
import { verificationAli, verificationWechat } from '@nameplane/contract/system/settings/verification'
import { settingTester, type SettingTester } from '../../settings/setting-tester.ts'
import { alibabaFace } from './alibaba-face.ts'
import { FaceProblem, type FaceProvider } from './face.ts'
import { tencentFace } from './tencent-face.ts'

type Words = { readonly zh: string; readonly en: string }

/** What codes mean to whoever set the provider up. Others are shown as they are. */
const reasons: Readonly<Record<string, Words>> = {
  'wrong-address': { zh: '地址不可用：只能调用该厂商的 https 地址', en: 'the address cannot be called: only https addresses of the vendor can' },
  resting: { zh: '连续失败多次，半分钟后再试', en: 'it failed several times in a row; try again in half a minute' },
  unreachable: { zh: '连接失败', en: 'it could not be reached' },
  'timed-out': { zh: '没有及时应答', en: 'it did not answer in time' },
  'too-large': { zh: '应答过大', en: 'its answer is too large' },
  redirected: { zh: '它要求跳转到别处，已拒绝', en: 'it sent the call elsewhere, where it does not go' },
  stopped: { zh: '没有及时应答', en: 'it did not answer in time' },
  'bad-answer': { zh: '应答无法识别，请核对地址', en: 'its answer cannot be understood; check the address' },
  'AuthFailure.SecretIdNotFound': { zh: 'SecretId 不存在', en: 'there is no such SecretId' },
  'AuthFailure.SignatureFailure': { zh: 'SecretKey 不正确', en: 'the SecretKey is wrong' },
  'AuthFailure.SignatureExpire': { zh: '服务器时间不准确', en: 'the clock of this server is wrong' },
  'AuthFailure.UnauthorizedOperation': { zh: '该密钥没有人脸核身权限', en: 'this key may not use faceid' },
  'InvalidParameterValue.RuleIdNotExist': { zh: 'RuleId 不存在', en: 'there is no such RuleId' },
  'InvalidParameterValue.RuleIdDisabled': { zh: 'RuleId 已停用', en: 'the RuleId is disabled' },
  'UnauthorizedOperation.Nonactivated': { zh: '尚未开通人脸核身', en: 'faceid has not been opened for this account' },
  'UnauthorizedOperation.Arrears': { zh: '账户已欠费', en: 'the account is in arrears' },
  'InvalidAccessKeyId.NotFound': { zh: 'AccessKey ID 不存在', en: 'there is no such access key id' },
  SignatureDoesNotMatch: { zh: 'AccessKey Secret 不正确', en: 'the access key secret is wrong' },
  'InvalidTimeStamp.Expired': { zh: '服务器时间不准确', en: 'the clock of this server is wrong' },
  '401': { zh: '场景 ID 不正确', en: 'the scene id is wrong' },
  '402': { zh: '应用配置不存在', en: 'the application is not set up' },
  '404': { zh: '场景 ID 不存在', en: 'there is no such scene' },
  '410': { zh: '尚未开通实人认证', en: 'the service has not been opened for this account' },
  '411': { zh: '该密钥没有实人认证权限', en: 'this key may not use the service' },
  '412': { zh: '账户已欠费', en: 'the account is in arrears' },
}

function sentence(name: Words, code: string, language: Language): string {
  const words = Object.hasOwn(reasons, code) ? reasons[code]![language] : null
  const isVendors = /[A-Z0-9]/.test(code)
  const why = words === null ? code : isVendors ? (language === 'zh' ? `${words}（${code}）` : `${words} (${code})`) : words
  return language === 'zh' ? `${name.zh}不可用：${why}` : `${name.en} cannot be used: ${why}`
}

/** Asks for a check that nobody began: the vendor's answer shows whether it took the signature. */
function faceTester<Value extends z.core.$ZodType>(setting: Setting<Value>, name: Words, provider: (value: z.output<Value>) => FaceProvider): SettingTester {
  return settingTester(setting, async (value, { language, signal }) => {
    try {
      await provider(value).probe(signal)
      return { isPassed: true, message: language === 'zh' ? `${name.zh}已应答，密钥有效` : `${name.en} answered, the keys are good` }
    } catch (cause) {
      if (cause instanceof FaceProblem) return { isPassed: false, message: sentence(name, cause.code, language) }
      throw cause
    }
  })
}

/** What tries each verification provider. */
export const faceTesters: readonly SettingTester[] = [
  faceTester(verificationWechat, { zh: '腾讯云人脸核身', en: 'Tencent Cloud' }, tencentFace),
  faceTester(verificationAli, { zh: '阿里云实人认证', en: 'Alibaba Cloud' }, alibabaFace),
]
