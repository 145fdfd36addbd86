import { domainScreen } from '../../../entities/domain/domain-pages.ts'
import { defineScreens } from '../../../routing/screen.ts'

export const domainScreens = defineScreens([
  {
    path: '/dns/domain/list',
    title: { zh: '域名列表', en: 'Domains' },
    right: 'domain.read',
    actions: [{ title: { zh: '添加域名', en: 'Add domain' }, search: 'open=add', right: 'domain.write' }],
    load: () => import('./domain-page.tsx').then((page) => page.DomainPage),
  },
  { ...domainScreen('setting'), load: () => import('./setting/setting-page.tsx').then((page) => page.DomainSettingPage) },
  { ...domainScreen('qps'), load: () => import('./statistics/statistics-page.tsx').then((page) => page.StatisticsPage) },
])
