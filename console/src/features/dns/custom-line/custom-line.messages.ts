import { counted } from '@nameplane/contract/counted'
import { fieldNames } from '@nameplane/contract/dns/custom-line'
import { defineMessages } from '../../../i18n/messages.ts'
import { fieldWords } from '../../../screen-parts/form/field-words.ts'

export const customLineMessages = defineMessages({
  zh: {
    title: '自定义线路',
    help: '仅用于该域名，优先于其他所有线路。IP 段按递归服务器的地址匹配，查询带有 ECS 时按客户端子网匹配。',
    add: '添加自定义线路',
    editTitle: (name: string) => `修改自定义线路 ${name}`,
    search: '线路名称或 IP 段',
    none: '还没有自定义线路',
    noneHelp: '自定义线路由若干 IP 段组成，添加后可在解析记录中选用',
    inUse: (count: number) => `${count} 条解析记录正在使用`,
    deleteAsk: (names: string) => `删除自定义线路 ${names}？此操作不可恢复。`,
    more: (count: number) => `另 ${count} 个`,
    helps: {
      name: '最多 17 个字符，在该域名内不能重复',
      segments: '每行一个 IP、IP 段（起始-截止）或网段（CIDR），支持 IPv4 与 IPv6，最多 500 行，与该域名的其他自定义线路不能重叠',
    },
  },
  en: {
    title: 'Custom lines',
    help: 'For this domain only, above all other lines. IP ranges match the address of the recursive resolver, or the client subnet if the query has one (ECS).',
    add: 'Add custom line',
    editTitle: (name) => `Edit custom line ${name}`,
    search: 'Line name or IP range',
    none: 'No custom lines yet',
    noneHelp: 'A custom line is defined by IP ranges. Records of the domain can use it.',
    inUse: (count) => `In use by ${counted(count, 'record')}`,
    deleteAsk: (names) => `Delete custom line ${names}? This cannot be undone.`,
    more: (count) => `${count} more`,
    helps: {
      name: 'At most 17 characters, unique in the domain',
      segments:
        'One per line: an IP address, a range (start-end) or a network (CIDR), IPv4 or IPv6. At most 500, no overlap with other custom lines of the domain.',
    },
  },
})

export const customLineWords = fieldWords(fieldNames, customLineMessages)
