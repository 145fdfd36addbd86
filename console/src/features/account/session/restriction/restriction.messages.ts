import { defineMessages } from '../../../../i18n/messages.ts'

export const restrictionMessages = defineMessages({
  zh: {
    lockedTitle: '已锁定 · Nameplane',
    locked: '已锁定',
    lockedHelp: '会话已锁定，请输入登录密码继续',
    password: '登录密码',
    passwordRequired: '请输入密码',
    unlock: '解锁',
    unlocking: '正在解锁…',
    signOut: '退出登录',
  },
  en: {
    lockedTitle: 'Locked · Nameplane',
    locked: 'Locked',
    lockedHelp: 'This session is locked. Enter your password to continue.',
    password: 'Your password',
    passwordRequired: 'Enter your password',
    unlock: 'Unlock',
    unlocking: 'Unlocking…',
    signOut: 'Sign out',
  },
})
