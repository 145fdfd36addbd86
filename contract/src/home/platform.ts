/*
 * What the platform does of itself, beside every noun: its first start, its keys, its audit chain.
 */

export const auditWords = {
  'audit.cut': { zh: '清理到期日志', en: 'Expired log entries deleted' },
  'platform.first_start': { zh: '首次启动时创建', en: 'First start completed' },
  'platform.seed': { zh: '生成示例数据', en: 'Sample data created' },
  'platform.seed_people': { zh: '生成示例账号', en: 'Sample account created' },
  'secret_key.create': { zh: '创建数据密钥', en: 'Data key created' },
  'secret_key.rotate': { zh: '更换数据密钥', en: 'Data key replaced' },
  'secret_key.rewrap': { zh: '更换主密钥并重新加密数据密钥', en: 'Master key changed and data keys re-encrypted' },
} as const

export const logWords = {
  audit: { zh: '审计链', en: 'Audit trail' },
  platform: { zh: '平台', en: 'Platform' },
  secret: { zh: '敏感信息', en: 'Sensitive value' },
  secret_key: { zh: '数据密钥', en: 'Data key' },
} as const
