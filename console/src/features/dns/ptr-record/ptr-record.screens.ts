import { defineScreens } from '../../../routing/screen.ts'

export const ptrRecordScreens = defineScreens([
  {
    path: '/dns/domain/ptr/record',
    title: { zh: 'PTR 记录', en: 'PTR records' },
    right: 'ptr_record.read',
    actions: [{ title: { zh: '添加 PTR 记录', en: 'Add PTR record' }, search: 'open=add', right: 'ptr_record.write' }],
    load: () => import('./ptr-record-page.tsx').then((page) => page.PtrRecordPage),
  },
])
