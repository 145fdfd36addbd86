/** What can be wrong with enrolling nodes. */
export const nodeEnrolmentProblems = {
  enrolment_token_unknown: { zh: '注册令牌无效、已使用或已过期', en: 'This enrolment token is unknown, used or expired' },
  enrolment_missing: { zh: '该安装记录不存在', en: 'There is no such installation' },
  enrolment_unused: { zh: '节点尚未注册', en: 'The node has not enrolled yet' },
  enrolments_full: { zh: '最多同时保留 {maximum} 条未使用的安装命令', en: 'At most {maximum} install commands can be open' },
  node_name_taken: { zh: '节点名称已存在', en: 'There is a node of this name' },
  node_disabled: { zh: '节点尚未启用，请管理员启用后再试', en: 'This node is disabled; an administrator has to enable it' },
} as const
