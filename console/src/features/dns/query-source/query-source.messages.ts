import { counted } from '@nameplane/contract/counted'
import { defineMessages } from '../../../i18n/messages.ts'

export const querySourceMessages = defineMessages({
  zh: {
    source: '来自解析统计，按整点小时累计：按解析器携带的客户端子网判断，没有时按解析器地址判断。每小时保留最大的 20 个国家或地区与线路，其余计入未知或其他。',
    map: '世界地图',
    mapNote: '圆的面积表示应答数，只画海岸线',
    mapLabel: (count: number, most: string) => `世界地图上的 ${count} 个来源，最多的是 ${most}`,
    mapLoading: '正在加载地图…',
    between: '、',
    inWords: (answers: string, share: string) => `${answers} 次，${share}`,
    provinces: '省份',
    provincesNone: '地址库没有省份数据。为域名添加各省份 IP 段的自定义线路后，可在解析统计的线路中看到其应答数。',
    provincesLink: '自定义线路',
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
    source:
      'From the query statistics, by clock hours: by the client subnet if the resolver sends it, otherwise by the address of the resolver. Each hour keeps the 20 largest countries and lines. The others are unknown or other.',
    map: 'World map',
    mapNote: 'The area of a circle is its number of answers. Only coasts are drawn.',
    mapLabel: (count, most) => `${counted(count, 'source')} on a map of the world, the largest: ${most}`,
    mapLoading: 'Loading map…',
    between: ', ',
    inWords: (answers, share) => `${answers} (${share})`,
    provinces: 'Provinces',
    provincesNone:
      'The address data has no provinces. Add custom lines with the IP ranges of provinces to the domain, and their answers appear under the lines of the query statistics.',
    provincesLink: 'Custom lines',
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
