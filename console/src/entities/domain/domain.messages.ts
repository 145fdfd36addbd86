import { counted } from '@nameplane/contract/counted'
import { defineMessages } from '../../i18n/messages.ts'

export const domainMessages = defineMessages({
  zh: {
    search: '搜索域名',
    none: '没有符合条件的域名',
    loading: '正在查找…',
    more: (shown: number, total: string) => `共 ${total} 个，显示前 ${shown} 个。输入域名可缩小范围。`,
    count: (count: number) => `${count} 个域名`,
    add: '添加域名',
  },
  en: {
    search: 'Search domains',
    none: 'No matching domains',
    loading: 'Searching…',
    more: (shown, total) => `${shown} of ${total}. Enter a name to narrow the list.`,
    count: (count) => counted(count, 'domain'),
    add: 'Add domain',
  },
})
