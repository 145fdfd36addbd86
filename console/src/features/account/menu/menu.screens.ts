import { defineScreens } from '../../../routing/screen.ts'

export const menuScreens = defineScreens([
  { path: '/account/power/menus', title: { zh: '菜单', en: 'Menus' }, right: 'menu.read', load: () => import('./menu-page.tsx').then((page) => page.MenuPage) },
])
