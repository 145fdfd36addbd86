import { defineMessages } from '../../../../i18n/messages.ts'

export const mailServerMessages = defineMessages({
  zh: {
    title: '邮件',
    help: '平台发送的每一封邮件都经过这台服务器',
    fields: { host: 'SMTP 服务器', username: '发件邮箱', password: '授权密码', port: '端口' },
    passwordHelp: 'QQ 邮箱与 Gmail 需要填写授权码，而不是邮箱密码',
    portHelp: '465 使用 TLS，其他端口要求 STARTTLS',
    testTarget: '收件邮箱',
  },
  en: {
    title: 'Mail',
    help: 'Every letter the platform sends goes through this server',
    fields: { host: 'SMTP server', username: 'Sender mailbox', password: 'Authorisation password', port: 'Port' },
    passwordHelp: 'QQ Mail and Gmail want an authorisation code, not the mailbox password',
    portHelp: '465 speaks TLS; other ports must offer STARTTLS',
    testTarget: 'Send to',
  },
})
