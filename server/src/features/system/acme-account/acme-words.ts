import type { Language } from '@nameplane/contract/problems'
import type { AcmeProblem } from '../../../integrations/acme/acme-problem.ts'
import { wayWords, type Words } from '../../../integrations/http/failure-words.ts'

/** What an authority refuses for, beside what stops a call on its way. Types of RFC 8555 that are not here are shown with what the authority wrote. */
const reasons: Readonly<Record<string, Words>> = {
  'bad-answer': { zh: '响应不符合 ACME 协议，请检查目录地址', en: 'not a response of the ACME protocol, check the directory URL' },
  externalAccountRequired: { zh: '需要填写 EAB', en: 'external account binding (EAB) required' },
  invalidContact: { zh: '联系邮箱不被接受', en: 'contact email address not accepted' },
  unsupportedContact: { zh: '联系邮箱不被接受', en: 'contact email address not accepted' },
  rateLimited: { zh: '请求过于频繁', en: 'too many requests' },
  userActionRequired: { zh: '服务条款有更新，需要重新同意', en: 'the terms of service have changed and must be accepted again' },
  serverInternal: { zh: '机构内部错误', en: 'internal error of the authority' },
  unauthorized: { zh: '没有授权', en: 'not authorised' },
  badNonce: { zh: '一次性随机数多次失效', en: 'several nonces were not accepted' },
}

/** Why a call failed, as the end of a sentence. */
export function reasonOf({ code, detail, kind }: AcmeProblem, language: Language): string {
  const words = Object.hasOwn(reasons, code) ? reasons[code]![language] : (wayWords(code, language) ?? code)
  if (detail === '') return words
  return language === 'zh' ? `${words}（${detail}）` : kind === 'refused' ? `${words} (“${detail}”)` : `${words} (${detail})`
}

const states: Readonly<Record<'none' | 'pending' | 'valid' | 'deactivated' | 'revoked', Words>> = {
  none: { zh: '尚未注册账户', en: 'no account registered yet' },
  pending: { zh: '账户注册尚未完成', en: 'account registration not finished' },
  valid: { zh: '账户有效', en: 'account valid' },
  deactivated: { zh: '账户已注销', en: 'account closed' },
  revoked: { zh: '账户已被机构停用', en: 'the authority has revoked the account' },
}

export function answeredWords(name: string, state: keyof typeof states, language: Language): string {
  return language === 'zh' ? `${name} 已响应，${states[state].zh}` : `${name} responded, ${states[state].en}`
}

export function failedWords(name: string, problem: AcmeProblem, language: Language): string {
  return language === 'zh' ? `${name} 不可用：${reasonOf(problem, language)}` : `${name} unavailable: ${reasonOf(problem, language)}`
}

export function bindingMissingWords(name: string, language: Language): string {
  return language === 'zh' ? `${name} 已响应，但要求填写 EAB` : `${name} responded, but requires an external account binding (EAB)`
}
