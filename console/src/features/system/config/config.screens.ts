import { defineScreens } from '../../../routing/screen.ts'

export const configScreens = defineScreens([
  {
    path: '/system/config/email/config',
    title: { zh: '邮件', en: 'Mail' },
    right: 'config.read',
    load: () => import('./email/mail-server-page.tsx').then((page) => page.MailServerPage),
  },
  {
    path: '/system/config/node',
    title: { zh: '节点', en: 'Nodes' },
    right: 'config.read',
    load: () => import('./node/node-page.tsx').then((page) => page.NodePage),
  },
])
