import { defineMessages } from '../../../../i18n/messages.ts'

export const confirmationMessages = defineMessages({
  zh: {
    title: '确认身份',
    help: '此操作可能被用来获得全部权限，请输入登录密码继续',
    password: '登录密码',
    passwordRequired: '请输入密码',
    confirm: '确认',
    running: '正在验证…',
  },
  en: {
    title: 'Confirm your identity',
    help: 'This change could be used to gain all permissions. Enter your password to continue.',
    password: 'Your password',
    passwordRequired: 'Enter your password',
    confirm: 'Confirm',
    running: 'Verifying…',
  },
})
