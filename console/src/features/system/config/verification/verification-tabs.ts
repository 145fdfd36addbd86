import type { ConfigTab } from '../config-tabs.tsx'

export const verificationTabs: readonly ConfigTab[] = [
  { path: '/system/config/verification/wechat', label: { zh: '微信人脸核身', en: 'WeChat face check' } },
  { path: '/system/config/verification/ali', label: { zh: '阿里实人认证', en: 'Ali real-person' } },
]
