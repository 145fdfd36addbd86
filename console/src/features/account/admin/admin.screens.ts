import { defineScreens } from '../../../routing/screen.ts'

export const adminScreens = defineScreens([
  {
    path: '/account/users/admins',
    title: { zh: '管理员', en: 'Administrators' },
    right: 'admin.read',
    actions: [{ title: { zh: '添加管理员', en: 'Add administrator' }, search: 'open=add', right: 'admin.write' }],
    load: () => import('./admin-page.tsx').then((page) => page.AdminPage),
  },
  {
    path: '/account/users/reset-password',
    title: { zh: '修改密码', en: 'Change password' },
    right: null,
    load: () => import('./own-password-page.tsx').then((page) => page.OwnPasswordPage),
  },
])
