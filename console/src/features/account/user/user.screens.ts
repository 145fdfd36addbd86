import { defineScreens } from '../../../routing/screen.ts'

export const userScreens = defineScreens([
  {
    path: '/account/users/users',
    title: { zh: '用户', en: 'Users' },
    right: 'user.read',
    actions: [
      { title: { zh: '添加用户', en: 'Add user' }, search: 'open=add', right: 'user.write' },
      { title: { zh: '导入用户', en: 'Import users' }, search: 'open=import', right: 'user.write' },
    ],
    load: () => import('./user-page.tsx').then((page) => page.UserPage),
  },
])
