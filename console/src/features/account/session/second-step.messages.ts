import { defineMessages } from '../../../i18n/messages.ts'

export const secondStepMessages = defineMessages({
  zh: {
    totpHelp: '打开身份验证器应用，输入 6 位动态码',
    totpCode: '动态码',
    recoveryHelp: '每个恢复码只能使用一次',
    recoveryCode: '恢复码',
    passkeyHelp: '使用保存在此设备或安全密钥上的通行密钥完成登录',
    usePasskey: '使用通行密钥',
    passkeyCancelled: '通行密钥未能使用，请重试或改用其他方式',
    verify: '验证并登录',
    running: '正在验证…',
    codeRequired: '请输入验证码',
    useInstead: { totp: '改用动态码', passkey: '改用通行密钥', recovery: '改用恢复码' },
    back: '返回重新输入密码',
  },
  en: {
    totpHelp: 'Open your authenticator app and enter the 6-digit code',
    totpCode: 'Code',
    recoveryHelp: 'Each recovery code works once',
    recoveryCode: 'Recovery code',
    passkeyHelp: 'Sign in with the passkey on this device or your security key',
    usePasskey: 'Use passkey',
    passkeyCancelled: 'Passkey not used. Try again or choose another method.',
    verify: 'Verify and sign in',
    running: 'Verifying…',
    codeRequired: 'Enter the code',
    useInstead: { totp: 'Use a code instead', passkey: 'Use a passkey instead', recovery: 'Use a recovery code instead' },
    back: 'Back to password',
  },
})
