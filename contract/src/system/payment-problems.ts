/** Problems of payments, their providers and refunds. */
export const paymentProblems = {
  payment_provider_off: { zh: '该支付方式未启用或未配置完整', en: 'This payment provider is off or not filled in' },
  payment_address_missing: { zh: '请先在“支付通用设置”中填写平台的外网地址', en: 'Say first under which address the platform is reached from outside' },
  payment_refused: { zh: '支付平台拒绝了请求：{provider} {reason}', en: 'The payment provider refused: {provider} {reason}' },
  payment_unanswered: { zh: '支付平台没有响应，请稍后重试：{provider}', en: 'The payment provider gave no answer, try again later: {provider}' },
  payment_missing: { zh: '支付记录不存在', en: 'There is no such payment' },
  payment_not_paid: { zh: '只有已支付的订单才能退款', en: 'Only what was paid can be refunded' },
  payment_refund_unsupported: { zh: '该支付方式不支持原路退款', en: 'This payment provider cannot send money back' },
  refund_beyond_paid: { zh: '退款金额超过可退金额', en: 'More than what is left of the payment' },
  refund_beyond_balance: { zh: '用户余额不足，不能退款', en: 'The balance does not hold that much any more' },
  recharge_not_whole: { zh: '充值金额最低 1.00，且必须为整数', en: 'At least 1.00, whole amounts only' },
  idempotency_key_reused: { zh: '同一个 Idempotency-Key 已用于另一个请求', en: 'This Idempotency-Key was used for another request' },
  idempotency_key_malformed: { zh: 'Idempotency-Key 只能包含 1～64 个字母、数字和 . _ -', en: 'An Idempotency-Key has 1 to 64 letters, digits and . _ -' },
  payment_key_invalid: { zh: '密钥或证书格式不正确', en: 'Not a key or certificate of the kind that is needed' },
  stripe_key_of_other_world: { zh: '与密钥不属于同一环境（测试或正式）', en: 'Of another world (test or live) than the secret key' },
} as const
