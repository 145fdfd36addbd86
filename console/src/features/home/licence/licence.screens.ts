import { defineScreens } from '../../../routing/screen.ts'

export const licenceScreens = defineScreens([
  {
    path: '/home/auth',
    title: { zh: '系统授权', en: 'Licence' },
    right: 'licence.read',
    load: () => import('./licence-page.tsx').then((page) => page.LicencePage),
  },
])
