import { formatNumber } from '../../../i18n/format.ts'
import { defineMessages } from '../../../i18n/messages.ts'

export const querySourceMessages = defineMessages({
  zh: {
    period: '时间范围',
    periods: { day: '24 小时', week: '7 天', month: '30 天' },
    refresh: '刷新',
    exportCsv: '导出 CSV',
    total: (answers: number) => `应答 ${formatNumber(answers, 'zh')} 次`,
    since: (time: string) => `自 ${time} 起`,
    source:
      '来自解析统计，按整点小时累计：按解析器携带的客户端子网判断，没有时按解析器地址判断。每小时保留最大的 20 个国家或地区与线路，其余计入未知或其他。地址库没有省份数据。',
    none: '这段时间没有查询',
    noneHelp: '节点收到查询后，几秒内显示在这里',
    continents: '大洲',
    countries: '国家或地区',
    isps: '运营商',
    answers: '应答数',
    share: '占比',
    before: '上一周期',
    change: '变化',
    unknown: '未知或其他',
    others: '其他网络',
  },
  en: {
    period: 'Period',
    periods: { day: '24 hours', week: '7 days', month: '30 days' },
    refresh: 'Refresh',
    exportCsv: 'Export CSV',
    total: (answers) => (answers === 1 ? '1 answer' : `${formatNumber(answers, 'en')} answers`),
    since: (time) => `since ${time}`,
    source:
      'From the query statistics, by clock hours: by the client subnet if the resolver sends it, otherwise by the address of the resolver. Each hour keeps the 20 largest countries and lines. The others are unknown or other. The address data has no provinces.',
    none: 'No queries in this period',
    noneHelp: 'Queries appear here seconds after a node answers them',
    continents: 'Continents',
    countries: 'Countries and regions',
    isps: 'ISPs',
    answers: 'Answers',
    share: 'Share',
    before: 'Period before',
    change: 'Change',
    unknown: 'Unknown or other',
    others: 'Other networks',
  },
})
