import { defineMessages } from '../../i18n/messages.ts'

export const nameServersMessages = defineMessages({
  zh: {
    placeholder: '占位名称',
    explained: (names: string) => `${names} 是平台预置的占位名称，注册商不会接受。请先在服务组中改为自己的主机名，并指向节点。`,
    set: '设置 NS',
  },
  en: {
    placeholder: 'Placeholder',
    explained: (names) =>
      `Placeholder names: ${names}. Registrars do not accept them. In the service group, enter host names of your own that point to your nodes.`,
    set: 'Set name servers',
  },
})
