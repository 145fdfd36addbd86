import { defineScreens } from '../../../routing/screen.ts'

export const jobScreens = defineScreens([
  {
    path: '/system/schedule/list',
    title: { zh: '任务列表', en: 'Jobs' },
    right: 'schedule.read',
    actions: [{ title: { zh: '添加计划任务', en: 'Add scheduled job' }, search: 'open=add', right: 'schedule.write' }],
    load: () => import('./job-page.tsx').then((page) => page.JobPage),
  },
  {
    path: '/system/schedule/log',
    title: { zh: '执行记录', en: 'Runs' },
    right: 'schedule.read',
    load: () => import('./run-page.tsx').then((page) => page.RunPage),
  },
])
