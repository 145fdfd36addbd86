import type * as z from 'zod/mini'
import type { Language } from '@nameplane/contract/problems'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { verificationAli, verificationWechat } from '@nameplane/contract/system/settings/verification'
import { settingTester, type SettingTester } from '../../settings/setting-tester.ts'
import { cloudKeyWords, failureWords, type VendorWords, type Words } from '../http/failure-words.ts'
import { alibabaFace } from './alibaba-face.ts'
import { FaceProblem, type FaceProvider } from './face.ts'
import { tencentFace } from './tencent-face.ts'

/** What the vendors' codes mean to whoever set the provider up. Others are shown as they are. */
const vendors: VendorWords = {
  ...cloudKeyWords,
  'AuthFailure.UnauthorizedOperation': { zh: '该密钥没有人脸核身权限', en: 'this key has no faceid permission' },
  'InvalidParameterValue.RuleIdNotExist': { zh: 'RuleId 不存在', en: 'RuleId not found' },
  'InvalidParameterValue.RuleIdDisabled': { zh: 'RuleId 已停用', en: 'RuleId disabled' },
  'UnauthorizedOperation.Nonactivated': { zh: '尚未开通人脸核身', en: 'faceid is not activated for this account' },
  'UnauthorizedOperation.Arrears': { zh: '账户已欠费', en: 'account in arrears' },
  '401': { zh: '场景 ID 错误', en: 'incorrect scene ID' },
  '402': { zh: '应用配置不存在', en: 'app not configured' },
  '404': { zh: '场景 ID 不存在', en: 'scene not found' },
  '410': { zh: '尚未开通实人认证', en: 'service not activated for this account' },
  '411': { zh: '该密钥没有实人认证权限', en: 'this key has no permission for the service' },
  '412': { zh: '账户已欠费', en: 'account in arrears' },
}

function sentence(name: Words, code: string, language: Language): string {
  const why = failureWords(code, vendors, language)
  return language === 'zh' ? `${name.zh}不可用：${why}` : `${name.en} unavailable: ${why}`
}

/** Asks for a check that nobody began: the vendor's answer shows whether it took the signature. */
function faceTester<Value extends z.core.$ZodType>(setting: Setting<Value>, name: Words, provider: (value: z.output<Value>) => FaceProvider): SettingTester {
  return settingTester(setting, async (value, { language, signal }) => {
    try {
      await provider(value).probe(signal)
      return { isPassed: true, message: language === 'zh' ? `${name.zh}已响应，密钥有效` : `${name.en} responded, keys are valid` }
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
