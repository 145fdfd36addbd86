import { registerProblems } from '../problem-text.ts'

/** What can be wrong with enrolling nodes. */
export const nodeEnrolmentProblems = {
  enrolment_token_unknown: { zh: '注册令牌无效、已使用或已过期', en: 'Enrolment token invalid, used or expired' },
  enrolment_missing: { zh: '该安装记录不存在', en: 'Installation not found' },
  enrolment_unused: { zh: '节点尚未注册', en: 'Node not enrolled yet' },
  enrolments_full: { zh: '最多同时保留 {maximum} 条未使用的安装命令', en: 'At most {maximum, unused install command}' },
  node_name_taken: { zh: '节点名称已存在', en: 'Node name already exists' },
  node_disabled: { zh: '节点尚未启用，请管理员启用后重试', en: 'Node disabled. Ask an administrator to enable it.' },
} as const

registerProblems(nodeEnrolmentProblems)
