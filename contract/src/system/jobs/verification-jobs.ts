import * as z from 'zod/mini'
import { jobKind } from '../job-kind.ts'

/** Asks providers for real-name verifications without a result: browsers do not come back, and callbacks may be lost. */
export const verificationAskPending = jobKind('verification_ask_pending', {
  title: { zh: '查询实名认证结果', en: 'Check pending verifications' },
  does: { zh: '向认证服务商查询未完成的实名认证，直到有结果或过期', en: 'Checks pending verifications with the providers until they are final or expired' },
  params: z.object({}),
  fields: [],
  own: { cron: '* * * * *', staysOn: { zh: '暂停后用户可能一直停留在认证中', en: 'If paused, users may stay unverified even after passing' } },
})
