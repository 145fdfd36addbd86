import { formatNumber } from '../../i18n/format.ts'
import { defineMessages } from '../../i18n/messages.ts'

export const domainPeriodMessages = defineMessages({
  zh: {
    period: '时间范围',
    periods: { day: '24 小时', week: '7 天', month: '30 天' },
    total: (answers: number) => `应答 ${formatNumber(answers, 'zh')} 次`,
    since: (time: string) => `自 ${time} 起`,
    refresh: '刷新',
    exportCsv: '导出 CSV',
    none: '这段时间没有查询',
    noneHelp: '节点收到查询后，几秒内显示在这里',
  },
  en: {
    period: 'Period',
    periods: { day: '24 hours', week: '7 days', month: '30 days' },
    total: (answers) => (answers === 1 ? '1 answer' : `${formatNumber(answers, 'en')} answers`),
    since: (time) => `since ${time}`,
    refresh: 'Refresh',
    exportCsv: 'Export CSV',
    none: 'No queries in this period',
    noneHelp: 'Queries appear here seconds after a node answers them',
  },
})
