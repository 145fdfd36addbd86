import * as z from 'zod/mini'
import { numeric } from '../../paging.ts'
import { jobKind } from '../job-kind.ts'

/* What is done about domains. */

export const nameserverCheck = jobKind('nameserver_check', {
  title: { zh: '检查域名 DNS 服务器', en: 'Check name servers of domains' },
  does: {
    zh: '逐个查询域名的 DNS 服务器是否指向本平台；连续 30 天错误的域名会在提醒后移入回收站。',
    en: 'Asks resolvers whether domains are delegated to this platform; those wrong for 30 days go to the recycle bin after warnings.',
  },
  params: z.object({
    everyHours: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(168)), 20),
    runSeconds: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(86_400)), 540),
  }),
  fields: [
    {
      member: 'everyHours',
      label: { zh: '每个域名的检查间隔（小时）', en: 'Hours between checks of one domain' },
      help: { zh: '每次执行只检查到期的域名', en: 'A run checks those that are due' },
      as: 'number',
    },
    { member: 'runSeconds', label: { zh: '每次最多检查（秒）', en: 'Seconds a run goes on for' }, as: 'number' },
  ],
  own: { cron: '*/10 * * * *', staysOn: null, timeoutSeconds: 900 },
})
