import { defineScreens } from '../../../routing/screen.ts'

const load = () => import('./log-page.tsx').then((page) => page.LogPage)

export const logScreens = defineScreens([
  { path: '/dns/log/users/{method}', title: { zh: '用户日志', en: 'User logs' }, right: 'log.read', load },
  { path: '/dns/log/admin/{method}', title: { zh: '管理员日志', en: 'Administrator logs' }, right: 'log.read', load },
])
