import { registerProblems } from '../problem-text.ts'

/** Problems of payments, their providers and refunds. */
export const paymentProblems = {
  payment_provider_off: { zh: '该支付渠道未启用或未配置完整', en: 'Provider is disabled or incomplete' },
  payment_currency_other: { zh: '平台以 {books} 记账，收款也必须使用 {books}', en: 'Payments must use the billing currency {books}' },
  books_currency_fixed: { zh: '已有充值或余额，记账币种不能再更改', en: 'The currency cannot be changed after the first top-up or balance' },
  books_currency_in_use: { zh: '有已启用的支付渠道使用其他币种，请先停用', en: 'An enabled provider uses another currency. Disable it first.' },
  payment_address_missing: { zh: '请先填写平台公网地址', en: 'Set the platform’s public address first' },
  payment_refused: { zh: '支付渠道拒绝了请求：{provider} {reason}', en: 'The payment provider refused the request: {provider} {reason}' },
  payment_unanswered: { zh: '支付渠道没有响应，请稍后重试（{provider}）', en: 'The payment provider did not respond. Try again later. ({provider})' },
  payment_missing: { zh: '支付记录不存在', en: 'Payment not found' },
  payment_not_paid: { zh: '只有已支付的订单才能退款', en: 'Only paid orders can be refunded' },
  payment_refund_unsupported: { zh: '该支付渠道不支持原路退款', en: 'This provider does not support refunds' },
  refund_beyond_paid: { zh: '退款金额超过可退金额', en: 'Refund exceeds the refundable amount' },
  refund_beyond_balance: { zh: '用户余额不足，不能退款', en: 'Balance too low for this refund' },
  recharge_not_whole: { zh: '充值金额最低 1.00，且必须为整数', en: 'Enter a whole amount of at least 1.00' },
  idempotency_key_reused: { zh: '同一个 Idempotency-Key 已用于另一个请求', en: 'This Idempotency-Key was used for another request' },
  idempotency_key_malformed: { zh: 'Idempotency-Key 只能包含 1～64 个字母、数字和 . _ -', en: 'An Idempotency-Key has 1 to 64 letters, digits and . _ -' },
  payment_key_invalid: { zh: '密钥或证书格式错误', en: 'Invalid key or certificate' },
  stripe_key_of_other_world: { zh: '与密钥不属于同一环境（测试或正式）', en: 'Test and live mode differ from the secret key' },
} as const

registerProblems(paymentProblems)
