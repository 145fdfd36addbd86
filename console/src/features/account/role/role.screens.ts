import { defineScreens } from '../../../routing/screen.ts'

export const roleScreens = defineScreens([
  { path: '/account/power/roles', title: { zh: '角色', en: 'Roles' }, right: 'role.read', load: () => import('./role-page.tsx').then((page) => page.RolePage) },
])
