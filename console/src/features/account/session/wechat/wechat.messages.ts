import { defineMessages } from '../../../../i18n/messages.ts'

export const wechatMessages = defineMessages({
  zh: {
    going: '正在连接微信…',
    finishing: '正在登录…',
    scan: '用微信扫描二维码，公众号会把验证码发给你。',
    qrCode: '微信二维码',
    code: '公众号发来的 6 位验证码',
    codeRequired: '请输入验证码',
    signIn: '登录',
    unbound: '该微信尚未绑定账号。请先用密码登录，再到“账号安全”中绑定。',
    expired: '二维码已失效。',
    cancelled: '你在微信中取消了登录。',
    off: '微信扫码登录未启用。',
    again: '重新扫码',
    back: '使用密码登录',
  },
  en: {
    going: 'Reaching WeChat…',
    finishing: 'Signing in…',
    scan: 'Scan the code with WeChat; the account then sends you a code.',
    qrCode: 'WeChat code',
    code: 'The six digits from the account',
    codeRequired: 'Enter the code',
    signIn: 'Sign in',
    unbound: 'This WeChat is bound to no account. Sign in with your password first, then bind it under account security.',
    expired: 'This code is over.',
    cancelled: 'You did not agree in WeChat.',
    off: 'Signing in with WeChat is off.',
    again: 'Scan again',
    back: 'Sign in with a password',
  },
})
