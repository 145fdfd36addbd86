import { defineMessages } from '../../i18n/messages.ts'

export const domainHeadMessages = defineMessages({
  zh: { tabs: '域名页面', states: { locked: '已锁定', active: '正常', paused: '域名已暂停', transferred: '从主服务器传送', expired: '已过期' } },
  en: { tabs: 'Domain pages', states: { locked: 'Locked', active: 'Active', paused: 'Domain paused', transferred: 'Transferred', expired: 'Expired' } },
})
