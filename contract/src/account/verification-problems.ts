import { registerProblems } from '../problem-text.ts'

/** Problems of real-name verification. */
export const verificationProblems = {
  verification_off: { zh: '该实名认证方式未启用', en: 'Verification method disabled' },
  verification_missing: { zh: '认证记录不存在', en: 'Verification not found' },
  verification_sealed: {
    zh: '姓名与身份证号由其他密钥加密，平台无法解密',
    en: 'Name and ID number are encrypted with another key and cannot be decrypted here',
  },
  verification_done: { zh: '该账号已通过实名认证', en: 'This account is already verified' },
  verification_pending: { zh: '已有一次认证正在进行，请先完成或等待其过期', en: 'Verification already in progress. Finish it, or wait until it expires.' },
  verification_identity_taken: { zh: '该身份证号已用于另一个账号的实名认证', en: 'This ID number is used by another verified account' },
  verification_too_many: { zh: '今天的认证次数已用完，请明天重试', en: 'Daily verification limit reached. Try again tomorrow.' },
  verification_unpaid: { zh: '余额不足，认证需要 {amount}', en: 'Balance too low. Verification costs {amount}.' },
  verification_refused: { zh: '认证服务商拒绝了请求：{reason}', en: 'The verification provider refused the request: {reason}' },
  verification_unanswered: { zh: '认证服务商没有响应，请稍后重试', en: 'The verification provider did not respond. Try again later.' },
  verification_address_foreign: { zh: '请输入 {vendor} 的地址', en: 'Enter an address of {vendor}' },
  verification_too_young: { zh: '请稍后查询结果', en: 'Wait a moment before checking the result' },
} as const

registerProblems(verificationProblems)
