import { leastWatchedQueries, watchLimits } from '@nameplane/contract/dns/change-set-watch'
import { counted } from '@nameplane/contract/counted'
import { defineMessages } from '../../i18n/messages.ts'

const { minutes, threshold } = watchLimits

export const watchChoiceMessages = defineMessages({
  zh: {
    watch: '执行后观察，错误增多时自动撤销',
    help: `比较执行前后所修改域名的查询：应答为 NXDOMAIN、SERVFAIL 或 REFUSED 的比例升幅超过上限时自动撤销，并发送消息。执行前或执行后查询少于 ${leastWatchedQueries} 次时不作判断。`,
    minutes: '观察时长（分钟）',
    minutesHelp: `${minutes.least}～${minutes.most} 分钟`,
    minutesWrong: `请输入 ${minutes.least}～${minutes.most} 的整数`,
    threshold: '错误率升幅上限（百分点）',
    thresholdHelp: '例如 5：执行前 1%，执行后超过 6% 时撤销',
    thresholdWrong: `请输入 ${threshold.least}～${threshold.most} 的整数`,
    noRight: '自动撤销会将添加的域名移入回收站，需要删除域名的权限',
  },
  en: {
    watch: 'Watch afterwards, and undo by itself if more queries fail',
    help: `Compares queries for the changed domains before and after. If the share answered with NXDOMAIN, SERVFAIL or REFUSED rises by more than the limit, everything is undone and you receive a message. With fewer than ${counted(leastWatchedQueries, 'query', 'queries')} before or after, nothing is judged.`,
    minutes: 'Watch for (minutes)',
    minutesHelp: `From ${minutes.least} to ${minutes.most}`,
    minutesWrong: `Enter a whole number from ${minutes.least} to ${minutes.most}`,
    threshold: 'Error rate may rise by (percentage points)',
    thresholdHelp: 'For example, with 5 and an error rate of 1% before, it is undone above 6%',
    thresholdWrong: `Enter a whole number from ${threshold.least} to ${threshold.most}`,
    noRight: 'The undo moves added domains to the recycle bin, which requires the permission to delete domains',
  },
})
