import { defineScreens } from '../../../routing/screen.ts'

export const dashboardScreens = defineScreens([
  {
    path: '/home/dashboard',
    title: { zh: '服务概览', en: 'Overview' },
    right: 'dashboard.read',
    load: () => import('./dashboard-page.tsx').then((page) => page.DashboardPage),
  },
])
