/** A number of the wire with its words. */
export type NumberedState = { readonly code: number; readonly zh: string; readonly en: string }

const states = (rows: Record<number, readonly [zh: string, en: string]>): readonly NumberedState[] =>
  Object.entries(rows).map(([code, [zh, en]]) => ({ code: Number(code), zh, en }))

/** States and kinds that travel as numbers (spec point 3), by the name they have in `sys/common/enums`. */
export const numberedStates = {
  orderStatus: states({
    0: ['未知', 'Unknown'],
    10: ['待支付', 'Pending payment'],
    11: ['已过期', 'Expired'],
    12: ['已关闭', 'Closed'],
    13: ['支付失败', 'Payment failed'],
    14: ['已支付', 'Paid'],
    15: ['退款中', 'Refunding'],
    16: ['已退款', 'Refunded'],
    20: ['待退款', 'Awaiting refund'],
    21: ['退款过期', 'Refund expired'],
    22: ['退款关闭', 'Refund closed'],
    23: ['退款失败', 'Refund failed'],
    24: ['退款完成', 'Refund completed'],
  }),
  paymentMethod: states({
    0: ['余额', 'Balance'],
    1: ['后台', 'Back office'],
    2: ['支付宝', 'Alipay'],
    3: ['微信', 'WeChat'],
    4: ['富友', 'Fuiou'],
    5: ['银联', 'UnionPay'],
    7: ['在线支付', 'Online'],
    8: ['数字货币', 'Crypto'],
    9: ['彩虹易支付', 'Rainbow EPay'],
    10: ['通联', 'Allinpay'],
  }),
  messageType: states({ 1: ['站内信', 'In-app message'], 2: ['通知', 'Notice'], 3: ['工单', 'Ticket'] }),
} as const satisfies Record<string, readonly NumberedState[]>
