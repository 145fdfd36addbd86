import * as z from 'zod/mini'
import { jobKind } from '../job-kind.ts'

/** Asks providers for real-name verifications without a result: browsers do not come back, and callbacks may be lost. */
export const verificationAskPending = jobKind('verification_ask_pending', {
  title: { zh: '查询实名认证结果', en: 'Ask for results of verifications' },
  does: {
    zh: '向认证平台查询未完成的实名认证，直到有结果或过期',
    en: 'Asks verification providers for what still waits, until there is a result or it has expired',
  },
  params: z.object({}),
  fields: [],
  own: { cron: '* * * * *', staysOn: { zh: '停用后用户可能一直停留在认证中', en: 'Without it users may stay unverified although they passed' } },
})
