import type * as z from 'zod/mini'
import type { Language } from '@nameplane/contract/problems'
import type { Setting } from '@nameplane/contract/system/setting'
import { wechatAccount, wechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import { settingTester, type SettingTester } from '../../settings/setting-tester.ts'
import { wechatAccountClient } from './wechat-account.ts'
import { WechatProblem } from './wechat-call.ts'
import { wechatWebsiteClient } from './wechat-website.ts'

type Words = { readonly zh: string; readonly en: string }

/** What codes mean to whoever set it up. Others are shown as they are. */
const reasons: Readonly<Record<string, Words>> = {
  'wrong-address': { zh: '地址不可用：只能调用微信的 https 地址', en: 'the address cannot be called: only https addresses of WeChat can' },
  resting: { zh: '连续失败多次，半分钟后再试', en: 'it failed several times in a row; try again in half a minute' },
  unreachable: { zh: '连接失败', en: 'it could not be reached' },
  'timed-out': { zh: '没有及时应答', en: 'it did not answer in time' },
  'too-large': { zh: '应答过大', en: 'its answer is too large' },
  redirected: { zh: '它要求跳转到别处，已拒绝', en: 'it sent the call elsewhere, where it does not go' },
  stopped: { zh: '没有及时应答', en: 'it did not answer in time' },
  'bad-answer': { zh: '应答无法识别，请核对接口地址', en: 'its answer cannot be understood; check the address' },
  '-1': { zh: '微信系统繁忙', en: 'WeChat is busy' },
  '40013': { zh: 'AppID 不正确', en: 'the AppID is wrong' },
  '40125': { zh: 'AppSecret 不正确', en: 'the AppSecret is wrong' },
  '40001': { zh: 'AppSecret 不正确', en: 'the AppSecret is wrong' },
  '40164': { zh: '服务器的 IP 不在白名单中', en: 'the address of this server is not on the list of the account' },
  '40243': { zh: 'AppSecret 已冻结', en: 'the AppSecret is frozen' },
  '45009': { zh: '今天的调用次数已用完', en: 'the calls of today are used up' },
  '48001': { zh: '该账号没有此接口的权限', en: 'the account may not use this call' },
  '50002': { zh: '该账号已被限制', en: 'the account is restricted' },
}

function sentence(name: Words, code: string, language: Language): string {
  const words = Object.hasOwn(reasons, code) ? reasons[code]![language] : null
  const why = words === null ? code : /\d/.test(code) ? (language === 'zh' ? `${words}（${code}）` : `${words} (${code})`) : words
  return language === 'zh' ? `${name.zh}不可用：${why}` : `${name.en} cannot be used: ${why}`
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
    { zh: '微信网站应用', en: 'The website application' },
    { zh: '微信已应答，AppID 和 AppSecret 有效', en: 'WeChat answered, AppID and AppSecret are good' },
    wechatWebsiteClient,
  ),
  wechatTester(
    wechatAccount,
    { zh: '微信公众号', en: 'The official account' },
    { zh: '微信已应答，可以生成二维码', en: 'WeChat answered, codes can be made' },
    wechatAccountClient,
  ),
]
