import { defineScreens } from '../../../routing/screen.ts'

export const messageScreens = defineScreens([
  {
    path: '/account/message/list',
    title: { zh: '消息管理', en: 'Messages' },
    right: 'message.read',
    load: () => import('./message-page.tsx').then((page) => page.MessagePage),
  },
])
