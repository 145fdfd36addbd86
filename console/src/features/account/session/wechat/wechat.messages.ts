import { defineMessages } from '../../../../i18n/messages.ts'

export const wechatMessages = defineMessages({
  zh: {
    going: '正在连接微信…',
    finishing: '正在登录…',
    scan: '用微信扫描二维码，公众号会发来 6 位验证码',
    qrCode: '微信二维码',
    code: '公众号发来的 6 位验证码',
    codeRequired: '请输入验证码',
    signIn: '登录',
    unbound: '该微信尚未绑定账号。请先用密码登录，再到“账号安全”中绑定。',
    expired: '二维码已过期',
    cancelled: '已在微信中取消',
    off: '微信扫码登录未启用',
    again: '重新扫码',
    back: '使用密码登录',
  },
  en: {
    going: 'Connecting to WeChat…',
    finishing: 'Signing in…',
    scan: 'Scan the QR code with WeChat. The official account sends you a 6-digit code.',
    qrCode: 'WeChat QR code',
    code: '6-digit code from the official account',
    codeRequired: 'Enter the code',
    signIn: 'Sign in',
    unbound: 'No account is linked to this WeChat. Sign in with your password, then link it under Account security.',
    expired: 'QR code expired',
    cancelled: 'Cancelled in WeChat',
    off: 'WeChat sign-in is disabled',
    again: 'Scan again',
    back: 'Sign in with password',
  },
})
