import type { ConfigTab } from '../config-tabs.tsx'

export const wechatCodeTabs: readonly ConfigTab[] = [
  { path: '/system/config/wechat-code', label: { zh: '二维码图片', en: 'Picture' } },
  { path: '/system/config/wechat-code/website', label: { zh: '网站应用登录', en: 'Website sign-in' } },
  { path: '/system/config/wechat-code/account', label: { zh: '公众号登录', en: 'Official account sign-in' } },
]
