import * as z from 'zod/mini'
import { numeric } from '../paging.ts'

/** Key of the system config record that holds the mail server. */
export const mailServerKey = 'EMAIL_CONFIG'

/** The sending mail server (spec point 3); `username` is the sender's mailbox, `password` its authorisation password, sealed where it is stored. */
export const MailServer = z.object({
  protocol: z._default(z.literal('smtp'), 'smtp'),
  host: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(253)),
  username: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(254)),
  password: z.string().check(z.minLength(1, 'required'), z.maxLength(1024)),
  port: numeric().check(z.int(), z.minimum(1), z.maximum(65_534)),
  templates: z._default(z.array(z.unknown()), []),
})
export type MailServer = z.infer<typeof MailServer>
