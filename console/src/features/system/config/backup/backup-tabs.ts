import type { ConfigTab } from '../config-tabs.tsx'
import { backupMessages } from './backup.messages.ts'

const { zh, en } = { zh: backupMessages.zh.settings, en: backupMessages.en.settings }

export const backupTabs: readonly ConfigTab[] = [
  { path: '/system/config/backup', label: { zh: zh.backups, en: en.backups } },
  { path: '/system/config/backup/settings', label: { zh: zh.settings, en: en.settings } },
]
