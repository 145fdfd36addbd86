import { defineScreens } from '../../../routing/screen.ts'
import { statisticsScreenPath } from './statistics/statistics-path.ts'

export const domainScreens = defineScreens([
  {
    path: '/dns/domain/list',
    title: { zh: '域名列表', en: 'Domains' },
    right: 'domain.read',
    actions: [{ title: { zh: '添加域名', en: 'Add domain' }, search: 'open=add', right: 'domain.write' }],
    load: () => import('./domain-page.tsx').then((page) => page.DomainPage),
  },
  {
    path: statisticsScreenPath,
    title: { zh: '解析统计', en: 'Query statistics' },
    right: 'domain.read',
    hidden: true,
    backLink: '/dns/domain/list',
    load: () => import('./statistics/statistics-page.tsx').then((page) => page.StatisticsPage),
  },
])
