import { defineScreens } from '../../../routing/screen.ts'

export const changeSetScreens = defineScreens([
  {
    path: '/dns/domain/bulk/domainsCreate',
    title: { zh: '批量新建域名', en: 'Bulk create domains' },
    right: 'domain.write',
    load: () => import('./domains-page.tsx').then((page) => page.DomainsPage),
  },
  {
    path: '/dns/domain/bulk/recordCreate',
    title: { zh: '批量新建解析', en: 'Bulk create records' },
    right: 'record.write',
    load: () => import('./create-page.tsx').then((page) => page.CreatePage),
  },
  {
    path: '/dns/domain/bulk/recordUpdate',
    title: { zh: '批量修改解析', en: 'Bulk change records' },
    right: 'record.write',
    load: () => import('./update-page.tsx').then((page) => page.UpdatePage),
  },
  {
    path: '/dns/domain/bulk/recordImport',
    title: { zh: '批量导入解析', en: 'Bulk import records' },
    right: 'record.write',
    load: () => import('./import-page.tsx').then((page) => page.ImportPage),
  },
  {
    path: '/dns/domain/bulk/recordExport',
    title: { zh: '批量导出解析', en: 'Bulk export records' },
    right: 'record.read',
    load: () => import('./export-page.tsx').then((page) => page.ExportPage),
  },
  {
    path: '/dns/domain/bulk/log',
    title: { zh: '批量操作记录', en: 'Bulk operation log' },
    right: 'record.read',
    load: () => import('./log-page.tsx').then((page) => page.LogPage),
  },
])
