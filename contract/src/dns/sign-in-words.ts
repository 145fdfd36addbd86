import type { Bilingual } from '../field-names.ts'
import type { SignInResult } from './log.ts'

const signInWords: Readonly<Record<SignInResult, Bilingual>> = {
  ok: { zh: '成功', en: 'Signed in' },
  second_factor_asked: { zh: '等待二次验证', en: 'Two-factor authentication pending' },
  password: { zh: '密码错误', en: 'Incorrect password' },
  name: { zh: '账号不存在', en: 'Account not found' },
  disabled: { zh: '账号已停用', en: 'Account disabled' },
  locked: { zh: '已锁定', en: 'Locked' },
  captcha: { zh: '图形验证码错误', en: 'Incorrect captcha' },
  network: { zh: '来源网络不允许', en: 'Network not allowed' },
  second_factor: { zh: '二次验证失败', en: 'Two-factor authentication failed' },
  wechat_unbound: { zh: '微信未绑定账号', en: 'WeChat not linked' },
}

/** What a try to sign in came to, in words. */
export function signInResultText(result: string, language: 'zh' | 'en'): string {
  return Object.hasOwn(signInWords, result) ? signInWords[result as SignInResult][language] : result
}
