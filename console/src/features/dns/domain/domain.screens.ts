import { defineScreens } from '../../../routing/screen.ts'

export const domainScreens = defineScreens([
  {
    path: '/dns/domain/list',
    title: { zh: '域名列表', en: 'Domains' },
    right: 'domain.read',
    load: () => import('./domain-page.tsx').then((page) => page.DomainPage),
  },
])
