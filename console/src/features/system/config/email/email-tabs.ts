import type { ConfigTab } from '../config-tabs.tsx'

export const emailTabs: readonly ConfigTab[] = [{ path: '/system/config/email/config', label: { zh: '发送服务器', en: 'Sending server' } }]
