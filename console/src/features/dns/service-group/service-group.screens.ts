import { defineScreens } from '../../../routing/screen.ts'

export const serviceGroupScreens = defineScreens([
  {
    path: '/dns/serve/group',
    title: { zh: '服务组', en: 'Service groups' },
    right: 'service_group.read',
    load: () => import('./service-group-page.tsx').then((page) => page.ServiceGroupPage),
  },
])
