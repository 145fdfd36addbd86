import type { ConfigTab } from '../config-tabs.tsx'

export const emailTabs: readonly ConfigTab[] = [
  { path: '/system/config/email/config', label: { zh: '发送服务器', en: 'Sending server' } },
  { path: '/system/config/email/template', label: { zh: '邮件模板', en: 'Templates' } },
  { path: '/system/config/email/letters', label: { zh: '发送记录', en: 'Letters' } },
]
