import { defineMessages } from '../i18n/messages.ts'

export const toastMessages = defineMessages({
  zh: { notices: '消息提示', dismiss: '关闭', requestId: '请求编号' },
  en: { notices: 'Notifications', dismiss: 'Dismiss', requestId: 'Request ID' },
})
