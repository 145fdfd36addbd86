/** What the audit log's actions are called: one line for each action that a change of the server carries. The target follows. */
export const auditActions = {
  'account.reset_password': { zh: '重置密码', en: 'Reset the password of' },
  'api_key.create': { zh: '创建 API 令牌', en: 'Created the API token' },
  'domain.create': { zh: '添加域名', en: 'Added the domain' },
  'domain.update': { zh: '修改域名设置', en: 'Changed settings of' },
  'domain.serve': { zh: '恢复解析', en: 'Resumed' },
  'domain.pause': { zh: '暂停解析', en: 'Paused' },
  'domain.lock': { zh: '锁定域名', en: 'Locked' },
  'domain.unlock': { zh: '解锁域名', en: 'Unlocked' },
  'domain.delete': { zh: '移入回收站', en: 'Moved to the recycle bin' },
  'domain.restore': { zh: '从回收站恢复', en: 'Restored' },
  'domain.purge': { zh: '彻底删除域名', en: 'Deleted for good' },
  'domain.delete_all': { zh: '删除全部域名', en: 'Deleted all domains' },
  'login_rules.update': { zh: '修改登录规则', en: 'Changed the sign-in rules' },
  'login_rules.reset': { zh: '重置登录规则', en: 'Reset the sign-in rules' },
  'platform.first_start': { zh: '首次启动时创建', en: 'Created at the first start:' },
  'platform.seed': { zh: '生成示例数据', en: 'Seeded with sample data' },
  'platform.seed_people': { zh: '生成示例账号', en: 'Seeded the account' },
  'record.apply': { zh: '修改解析记录', en: 'Edited records of' },
  'record.import': { zh: '导入解析记录', en: 'Imported records into' },
  'record.restore': { zh: '恢复解析记录', en: 'Restored records of' },
  'service_group.create': { zh: '添加服务组', en: 'Added the service group' },
  'service_group.update': { zh: '修改服务组', en: 'Changed the service group' },
  'service_group.delete': { zh: '删除服务组', en: 'Deleted the service group' },
  'session.create': { zh: '登录', en: 'Signed in' },
  'session.delete': { zh: '退出登录', en: 'Signed out' },
  'session.refuse': { zh: '登录失败', en: 'Failed to sign in' },
  'update.upload': { zh: '上传更新包', en: 'Uploaded update' },
  'update.verify': { zh: '校验更新包', en: 'Verified update' },
  'update.refuse': { zh: '拒绝更新包', en: 'Refused an update' },
} as const satisfies Record<string, { zh: string; en: string }>

/** The action's words, or the action itself where a newer server has one that we do not know. */
export function auditActionText(action: string, language: 'zh' | 'en'): string {
  return Object.hasOwn(auditActions, action) ? auditActions[action as keyof typeof auditActions][language] : action
}
