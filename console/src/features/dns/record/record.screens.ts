import { defineScreens } from '../../../routing/screen.ts'

export const recordPath = '/dns/domain/list/admin/{domain}/{id}/{userId}/record'

export const recordScreens = defineScreens([
  { path: recordPath, title: { zh: '解析记录', en: 'Records' }, right: 'record.read', hidden: true, backLink: '/dns/domain/list', load: () => import('./record-page.tsx').then((page) => page.RecordPage) },
])
