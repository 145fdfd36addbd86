import { defineScreens } from '../../../routing/screen.ts'

export const secondaryScreens = defineScreens([
  {
    path: '/dns/serve/secondary',
    title: { zh: '从服务器', en: 'Secondary servers' },
    right: 'secondary.read',
    load: () => import('./secondary-page.tsx').then((page) => page.SecondaryPage),
  },
])
