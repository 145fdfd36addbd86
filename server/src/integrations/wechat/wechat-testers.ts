import type * as z from 'zod/mini'
import type { Language } from '@nameplane/contract/problems'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { wechatAccount, wechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import { settingTester, type SettingTester } from '../../settings/setting-tester.ts'
import { failureWords, type VendorWords, type Words } from '../http/failure-words.ts'
import { wechatAccountClient } from './wechat-account.ts'
import { WechatProblem } from './wechat-call.ts'
import { wechatWebsiteClient } from './wechat-website.ts'

/** What codes mean to whoever set it up. Others are shown as they are. */
const vendors: VendorWords = {
  '-1': { zh: '微信系统繁忙', en: 'WeChat is busy' },
  '40013': { zh: 'AppID 错误', en: 'incorrect AppID' },
  '40125': { zh: 'AppSecret 错误', en: 'incorrect AppSecret' },
  '40001': { zh: 'AppSecret 错误', en: 'incorrect AppSecret' },
  '40164': { zh: '服务器的 IP 不在白名单中', en: 'this server’s IP is not on the allowlist' },
  '40243': { zh: 'AppSecret 已冻结', en: 'AppSecret frozen' },
  '45009': { zh: '今天的调用次数已用完', en: 'today’s quota is used up' },
  '48001': { zh: '该账号没有此接口的权限', en: 'the account has no permission for this API' },
  '50002': { zh: '该账号已被限制', en: 'account restricted' },
}

function sentence(name: Words, code: string, language: Language): string {
  const why = failureWords(code, vendors, language)
  return language === 'zh' ? `${name.zh}不可用：${why}` : `${name.en} unavailable: ${why}`
}

function wechatTester<Value extends z.core.$ZodType>(
  setting: Setting<Value>,
  name: Words,
  passed: Words,
  client: (value: z.output<Value>) => { probe(signal?: AbortSignal): Promise<void> },
): SettingTester {
  return settingTester(setting, async (value, { language, signal }) => {
    try {
      await client(value).probe(signal)
      return { isPassed: true, message: passed[language] }
    } catch (cause) {
      if (cause instanceof WechatProblem) return { isPassed: false, message: sentence(name, cause.code, language) }
      throw cause
    }
  })
}

/** What tries each way of signing in by WeChat: both ask for an access token in earnest. */
export const wechatTesters: readonly SettingTester[] = [
  wechatTester(
    wechatWebsite,
    { zh: '微信网站应用', en: 'Website app' },
    { zh: '微信已响应，AppID 和 AppSecret 有效', en: 'WeChat responded, AppID and AppSecret are valid' },
    wechatWebsiteClient,
  ),
  wechatTester(
    wechatAccount,
    { zh: '微信公众号', en: 'Official account' },
    { zh: '微信已响应，可以生成二维码', en: 'WeChat responded, QR codes can be created' },
    wechatAccountClient,
  ),
]
