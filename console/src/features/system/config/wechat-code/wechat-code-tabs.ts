import type { ConfigTab } from '../config-tabs.tsx'

export const wechatCodeTabs: readonly ConfigTab[] = [
  { path: '/system/config/wechat-code', label: { zh: '二维码图片', en: 'Picture' } },
  { path: '/system/config/wechat-code/website', label: { zh: '扫码登录：网站应用', en: 'Sign-in by website application' } },
  { path: '/system/config/wechat-code/account', label: { zh: '扫码登录：公众号', en: 'Sign-in by official account' } },
]
