/** Problems of real-name verification. */
export const verificationProblems = {
  verification_off: { zh: '该实名认证方式未启用', en: 'This way of verification is off' },
  verification_missing: { zh: '认证记录不存在', en: 'There is no such verification' },
  verification_sealed: { zh: '姓名与证件号由其他密钥加密，在本系统中无法打开', en: 'Name and number were sealed with another key and do not open here' },
  verification_done: { zh: '该账号已通过实名认证', en: 'This account is verified already' },
  verification_pending: { zh: '已有一次认证正在进行，请先完成或等待其过期', en: 'A verification is under way; finish it first, or wait until it expires' },
  verification_identity_taken: { zh: '该身份证号已用于另一个账号的实名认证', en: 'This identity card number has verified another account' },
  verification_too_many: { zh: '今天的认证次数已用完，请明天再试', en: 'No more verifications today, try again tomorrow' },
  verification_unpaid: { zh: '余额不足，认证需要 {amount}', en: 'The balance does not cover the {amount} that a verification costs' },
  verification_refused: { zh: '认证平台拒绝了请求：{reason}', en: 'The verification provider refused: {reason}' },
  verification_unanswered: { zh: '认证平台没有响应，请稍后重试', en: 'The verification provider gave no answer, try again later' },
  verification_address_foreign: { zh: '必须是 {vendor} 的地址', en: 'Must be an address of {vendor}' },
  verification_too_young: { zh: '请稍候再查询结果', en: 'The result was asked for a moment ago' },
} as const
