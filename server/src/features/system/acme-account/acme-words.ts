import type { Language } from '@nameplane/contract/problems'
import type { AcmeProblem } from '../../../outside/acme/acme-problem.ts'

type Words = { readonly zh: string; readonly en: string }

/** What went wrong with a call to an authority. Types of RFC 8555 that are not here are shown with what the authority wrote. */
const reasons: Readonly<Record<string, Words>> = {
  'wrong-address': { zh: '地址不可用，只能调用公网上的 https 地址', en: 'the address cannot be called: only https addresses on the Internet can' },
  resting: { zh: '连续失败多次，请半分钟后再试', en: 'it failed several times in a row; try again in half a minute' },
  unreachable: { zh: '连接失败', en: 'it could not be reached' },
  'timed-out': { zh: '没有及时应答', en: 'it did not answer in time' },
  stopped: { zh: '没有及时应答', en: 'it did not answer in time' },
  'too-large': { zh: '应答过大', en: 'its answer is too large' },
  redirected: { zh: '它要求跳转到别处，已拒绝', en: 'it sent the call elsewhere, where it does not go' },
  'bad-answer': { zh: '应答不符合 ACME 协议，请核对目录地址', en: 'its answer is not of the ACME protocol; check the address of the directory' },
  externalAccountRequired: { zh: '需要填写 EAB', en: 'it asks for an external account binding (EAB)' },
  invalidContact: { zh: '联系邮箱不被接受', en: 'it does not take this mailbox' },
  unsupportedContact: { zh: '联系邮箱不被接受', en: 'it does not take this mailbox' },
  rateLimited: { zh: '请求过于频繁', en: 'too many requests' },
  userActionRequired: { zh: '服务条款有更新，需要重新同意', en: 'its terms of service have changed and have to be agreed to' },
  serverInternal: { zh: '机构内部错误', en: 'an error of its own' },
  unauthorized: { zh: '不被接受', en: 'it does not allow this' },
  badNonce: { zh: '一次性随机数多次失效', en: 'it took none of several nonces' },
}

/** Why a call failed, as the end of a sentence. */
export function reasonOf({ code, detail, kind }: AcmeProblem, language: Language): string {
  const words = Object.hasOwn(reasons, code) ? reasons[code]![language] : code
  if (detail === '') return words
  return language === 'zh' ? `${words}（${detail}）` : kind === 'refused' ? `${words} (“${detail}”)` : `${words} (${detail})`
}

const states: Readonly<Record<'none' | 'pending' | 'valid' | 'deactivated' | 'revoked', Words>> = {
  none: { zh: '尚未注册账户', en: 'there is no account yet' },
  pending: { zh: '账户注册尚未完成', en: 'the account is not registered yet' },
  valid: { zh: '账户有效', en: 'the account is valid' },
  deactivated: { zh: '账户已注销', en: 'the account is closed' },
  revoked: { zh: '账户已被机构停用', en: 'the authority takes the account no more' },
}

export function answeredWords(name: string, state: keyof typeof states, language: Language): string {
  return language === 'zh' ? `${name} 已应答，${states[state].zh}` : `${name} answered; ${states[state].en}`
}

export function failedWords(name: string, problem: AcmeProblem, language: Language): string {
  return language === 'zh' ? `${name} 不可用：${reasonOf(problem, language)}` : `${name} cannot be used: ${reasonOf(problem, language)}`
}

export function bindingMissingWords(name: string, language: Language): string {
  return language === 'zh' ? `${name} 已应答，但要求填写 EAB` : `${name} answered, and asks for an external account binding (EAB)`
}
