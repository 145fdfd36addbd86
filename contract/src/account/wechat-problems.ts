/** Problems of signing in by WeChat. */
export const wechatProblems = {
  wechat_off: { zh: '微信扫码登录未启用', en: 'Signing in with WeChat is off' },
  wechat_scan_expired: { zh: '二维码已失效，请重新扫码', en: 'This scan is over; begin another one' },
  wechat_code_wrong: { zh: '验证码不正确', en: 'This is not the code that WeChat shows' },
  wechat_unbound: {
    zh: '该微信尚未绑定账号，请先用密码登录，再到“账号安全”中绑定',
    en: 'This WeChat is bound to no account: sign in with your password first, then bind it under account security',
  },
  wechat_refused: { zh: '该微信绑定的账号目前不能登录，请联系管理员', en: 'The account of this WeChat cannot sign in just now; ask an administrator' },
  wechat_taken: { zh: '该微信已绑定另一个账号', en: 'This WeChat is bound to another account' },
  wechat_bound: { zh: '账号已绑定微信，请先解绑', en: 'The account has a WeChat already; unbind it first' },
  wechat_missing: { zh: '账号尚未绑定微信', en: 'The account has no WeChat' },
  wechat_unanswered: { zh: '微信没有响应，请稍后重试', en: 'WeChat gave no answer, try again later' },
  wechat_failed: { zh: '微信拒绝了请求（{reason}），请联系管理员', en: 'WeChat refused ({reason}); ask an administrator' },
} as const
