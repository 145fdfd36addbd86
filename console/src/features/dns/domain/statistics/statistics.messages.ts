import { formatNumber } from '../../../../i18n/format.ts'
import { defineMessages } from '../../../../i18n/messages.ts'

export const statisticsMessages = defineMessages({
  zh: {
    period: '时间范围',
    periods: { day: '24 小时', week: '7 天', month: '30 天' },
    total: (answers: number) => `应答 ${formatNumber(answers, 'zh')} 次`,
    since: (time: string) => `自 ${time} 起`,
    refresh: '刷新',
    none: '这段时间没有查询',
    noneHelp: '节点收到查询后，几秒内显示在这里',
    answers: '应答数',
    share: '占比',
    groups: { names: '主机记录', countries: '来源国家或地区', lines: '线路', types: '记录类型', rcodes: '响应码', nodes: '节点' },
    helps: { names: '只统计已有的主机记录；泛解析计入 *，不存在的名称计入其他', countries: '按解析器携带的客户端子网判断，没有时按解析器地址判断' },
    other: '其他',
  },
  en: {
    period: 'Period',
    periods: { day: '24 hours', week: '7 days', month: '30 days' },
    total: (answers) => (answers === 1 ? '1 answer' : `${formatNumber(answers, 'en')} answers`),
    since: (time) => `since ${time}`,
    refresh: 'Refresh',
    none: 'No queries in this period',
    noneHelp: 'Queries appear here seconds after a node answers them',
    answers: 'Answers',
    share: 'Share',
    groups: { names: 'Names', countries: 'Countries and regions', lines: 'Lines', types: 'Record types', rcodes: 'Response codes', nodes: 'Nodes' },
    helps: {
      names: 'Existing names only. Wildcard answers count as *, and names that do not exist as other.',
      countries: 'By the client subnet if the resolver sends it, otherwise by the address of the resolver',
    },
    other: 'Other',
  },
})
