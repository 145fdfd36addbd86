import { recordsScreenPath } from '../../../entities/domain/records-path.ts'
import { defineScreens } from '../../../routing/screen.ts'

export const recordScreens = defineScreens([
  {
    path: recordsScreenPath,
    title: { zh: '解析记录', en: 'Records' },
    right: 'record.read',
    hidden: true,
    backLink: '/dns/domain/list',
    load: () => import('./record-page.tsx').then((page) => page.RecordPage),
  },
])
