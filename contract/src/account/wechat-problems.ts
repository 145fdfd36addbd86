import { registerProblems } from '../problem-text.ts'

/** Problems of signing in by WeChat. */
export const wechatProblems = {
  wechat_off: { zh: '微信扫码登录未启用', en: 'WeChat sign-in is disabled' },
  wechat_scan_expired: { zh: '二维码已过期，请重新扫码', en: 'QR code expired. Scan again.' },
  wechat_code_wrong: { zh: '验证码错误，请输入微信中显示的验证码', en: 'Incorrect code. Enter the code shown in WeChat.' },
  wechat_unbound: {
    zh: '该微信尚未绑定账号，请先用密码登录，再到“账号安全”中绑定',
    en: 'No account is linked to this WeChat. Sign in with your password, then link it under Account security.',
  },
  wechat_refused: { zh: '该微信绑定的账号目前不能登录，请联系管理员', en: 'The account linked to this WeChat cannot sign in. Contact an administrator.' },
  wechat_taken: { zh: '该微信已绑定另一个账号', en: 'This WeChat is linked to another account' },
  wechat_bound: { zh: '账号已绑定微信，请先解绑', en: 'A WeChat account is already linked. Unlink it first.' },
  wechat_missing: { zh: '账号尚未绑定微信', en: 'No WeChat account is linked' },
  wechat_unanswered: { zh: '微信没有响应，请稍后重试', en: 'WeChat did not respond. Try again later.' },
  wechat_failed: { zh: '微信拒绝了请求（{reason}），请联系管理员', en: 'WeChat refused the request ({reason}). Contact an administrator.' },
} as const

registerProblems(wechatProblems)
