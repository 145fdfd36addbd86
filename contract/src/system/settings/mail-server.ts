import * as z from 'zod/mini'
import { numeric } from '../../paging.ts'
import { setting } from '../setting.ts'

/** The sending mail server (spec point 3); `username` is the sender's mailbox, `password` its authorisation password. */
export const MailServer = z.object({
  protocol: z._default(z.literal('smtp'), 'smtp'),
  host: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(253)),
  username: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(254)),
  password: z.string().check(z.minLength(1, 'required'), z.maxLength(1024)),
  port: numeric().check(z.int(), z.minimum(1), z.maximum(65_534)),
  templates: z._default(z.array(z.unknown()), []),
})
export type MailServer = z.infer<typeof MailServer>

export const mailServer = setting('EMAIL_CONFIG', {
  class: 'email',
  remark: { zh: '邮件发送服务器', en: 'Sending mail server' },
  value: MailServer,
  secrets: ['password'],
  screen: '/system/config/email/config',
  isTestable: true,
  readBy: 'every letter the platform sends: codes to reset a password, notices, test letters',
})
