import * as z from 'zod/mini'
import { asSeconds } from '../../fields.ts'
import { numeric } from '../../paging.ts'
import { jobKind } from '../job-kind.ts'

/* What is done about domains. */

export const nameserverCheck = jobKind('nameserver_check', {
  title: { zh: 'NS 检测', en: 'Name server check' },
  does: {
    zh: '检测域名的 DNS 服务器是否指向平台。连续 30 天错误的域名会在提醒后移入回收站。',
    en: 'Checks that domains are delegated to this platform. Domains with incorrect name servers for 30 days are moved to the recycle bin after warnings.',
  },
  params: z.object({
    everyHours: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(168)), 20),
    runSeconds: asSeconds(z._default(numeric().check(z.int(), z.minimum(1), z.maximum(86_400)), 540)),
  }),
  fields: [
    {
      member: 'everyHours',
      label: { zh: '每个域名的检测间隔（小时）', en: 'Check interval per domain (hours)' },
      help: { zh: '每次执行只检测到时间的域名', en: 'Each run checks only the domains that are due' },
    },
    { member: 'runSeconds', label: { zh: '每次最多执行（秒）', en: 'Time limit per run (seconds)' } },
  ],
  own: { cron: '*/10 * * * *', staysOn: null, timeoutSeconds: 900 },
})

export const healthCheck = jobKind('health_check', {
  title: { zh: '健康检查', en: 'Health check' },
  does: {
    zh: '检查域名的解析记录，计算评分。只检查上次检查后有修改的域名，以及到时间的域名。',
    en: 'Checks the records of domains and computes their scores: those changed since their last check, and those that are due.',
  },
  params: z.object({
    everyHours: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(168)), 24),
    runSeconds: asSeconds(z._default(numeric().check(z.int(), z.minimum(1), z.maximum(86_400)), 540)),
  }),
  fields: [
    {
      member: 'everyHours',
      label: { zh: '每个域名的检查间隔（小时）', en: 'Check interval per domain (hours)' },
      help: { zh: '每次执行只检查到时间或有修改的域名', en: 'Each run checks only the domains that are due or have changed' },
    },
    { member: 'runSeconds', label: { zh: '每次最多执行（秒）', en: 'Time limit per run (seconds)' } },
  ],
  own: { cron: '*/10 1-6 * * *', staysOn: null, timeoutSeconds: 900 },
})

export const changeSetExpire = jobKind('change_set_expire', {
  params: z.object({}),
  fields: [],
  title: { zh: '结束过期的审批', en: 'End expired approvals' },
  does: { zh: '结束 24 小时内未审批的批量操作，并通知提交人', en: 'Ends bulk operations that were not approved within 24 hours, and tells their authors' },
  own: { cron: '* * * * *', staysOn: null },
})
