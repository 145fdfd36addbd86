import { defineMessages } from '../../../i18n/messages.ts'

/** The words of the page beside. */
export const statisticsMessages = defineMessages({
  zh: {
    help: '每个域名和线路的解析次数：近三天精确到分钟，之后按小时、按天保留。保留天数在“计划任务”中设置。',
    helps: { budgetGigabytes: '超出时先删除最早的统计' },
    held: (size: string, since: string) => `当前占用 ${size}，最早 ${since}`,
    empty: '还没有统计',
  },
  en: {
    help: 'Queries of each domain and line: three days by minute, then by hour and by day. Set the days to keep under Schedule.',
    helps: { budgetGigabytes: 'Beyond it, the oldest statistics are deleted first' },
    held: (size, since) => `${size} in use, since ${since}`,
    empty: 'No statistics yet',
  },
})
