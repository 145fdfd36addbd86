import type { ConfigTab } from '../config-tabs.tsx'

export const siteTabs: readonly ConfigTab[] = [
  { path: '/system/config/site/basic', label: { zh: '基本信息', en: 'Basics' } },
  { path: '/system/config/site/power', label: { zh: '功能', en: 'Features' } },
  { path: '/system/config/site/contact', label: { zh: '联系方式', en: 'Contacts' } },
  { path: '/system/config/site/seo', label: { zh: 'SEO', en: 'SEO' } },
  { path: '/system/config/site/agreement', label: { zh: '协议', en: 'Agreements' } },
  { path: '/system/config/site/dir', label: { zh: '用户目录', en: 'User path' } },
]
