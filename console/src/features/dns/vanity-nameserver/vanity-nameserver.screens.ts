import { defineScreens } from '../../../routing/screen.ts'

export const vanityNameserverScreens = defineScreens([
  {
    path: '/dns/serve/vanity',
    title: { zh: '自定义 NS', en: 'Vanity name servers' },
    right: 'vanity_nameserver.read',
    load: () => import('./vanity-nameserver-page.tsx').then((page) => page.VanityNameserverPage),
  },
])
