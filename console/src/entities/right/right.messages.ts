import { defineMessages } from '../../i18n/messages.ts'

export const rightMessages = defineMessages({
  zh: {
    opensAll: '可通往全部权限',
    notHeld: '你没有这项权限',
    otherRights: '其他权限',
    ticked: (ticked: string, all: string) => `已选 ${ticked} / ${all} 项`,
    tickedBelow: (ticked: string, all: string) => `${ticked} / ${all}`,
    search: '搜索权限',
    noneFound: '没有符合的权限',
    viewOnly: '仅查看',
    all: '全部',
    pickOf: (pick: string, name: string) => `${name}：${pick}`,
  },
  en: {
    opensAll: 'leads to all permissions',
    notHeld: 'You do not have this permission',
    otherRights: 'Other permissions',
    ticked: (ticked, all) => `${ticked} of ${all} selected`,
    tickedBelow: (ticked, all) => `${ticked} of ${all}`,
    search: 'Search permissions',
    noneFound: 'No matching permissions',
    viewOnly: 'View only',
    all: 'All',
    pickOf: (pick, name) => `${name}: ${pick}`,
  },
})
