import { auditActions } from '../home/audit-actions.ts'
import type { SignInResult } from './log.ts'

/*
 * The words of the logs: what parts of the platform are called, and the members that its audit entries name. An action's
 * own words stand in home/audit-actions.ts.
 */

type Words = { readonly zh: string; readonly en: string }

/** Parts of the platform, by what stands before the point of an action; also the kinds of targets. */
const moduleWords: Readonly<Record<string, Words>> = {
  account: { zh: '账号', en: 'Account' },
  acme_account: { zh: '证书机构账户', en: 'ACME account' },
  admin: { zh: '管理员', en: 'Administrator' },
  api_key: { zh: 'API 令牌', en: 'API token' },
  api_token: { zh: 'API 令牌', en: 'API tokens' },
  audit: { zh: '审计链', en: 'Audit chain' },
  backup: { zh: '备份', en: 'Backups' },
  config: { zh: '系统设置', en: 'Settings' },
  dashboard: { zh: '服务概览', en: 'Dashboard' },
  domain: { zh: '域名', en: 'Domain' },
  explain: { zh: '解析诊断', en: 'Explain' },
  factor: { zh: '二次验证', en: 'Second factor' },
  figures: { zh: '运行数据', en: 'Figures' },
  job: { zh: '任务', en: 'Job' },
  letter: { zh: '邮件', en: 'Letters' },
  licence: { zh: '许可证', en: 'Licence' },
  line: { zh: '线路', en: 'Line' },
  log: { zh: '日志', en: 'Logs' },
  login_rules: { zh: '登录规则', en: 'Sign-in rules' },
  lookup: { zh: '地址查询', en: 'Lookup' },
  menu: { zh: '菜单', en: 'Menu' },
  menu_row: { zh: '菜单', en: 'Menu' },
  message: { zh: '消息', en: 'Message' },
  named_request: { zh: '固定请求', en: 'Named requests' },
  node_check: { zh: '节点检测', en: 'Node checks' },
  node_enrolment: { zh: '节点安装', en: 'Node installation' },
  passkey: { zh: '通行密钥', en: 'Passkey' },
  password: { zh: '密码', en: 'Password' },
  password_reset: { zh: '找回密码', en: 'Password reset' },
  payment: { zh: '支付', en: 'Payments' },
  platform: { zh: '平台', en: 'Platform' },
  preference: { zh: '偏好设置', en: 'Preferences' },
  record: { zh: '解析记录', en: 'Records' },
  recovery_code: { zh: '恢复码', en: 'Recovery codes' },
  registration: { zh: '注册', en: 'Registration' },
  role: { zh: '角色', en: 'Role' },
  saved_filter: { zh: '常用筛选', en: 'Saved filters' },
  schedule: { zh: '定时任务', en: 'Scheduled jobs' },
  search: { zh: '搜索', en: 'Search' },
  secret: { zh: '密文', en: 'Secrets' },
  secret_key: { zh: '数据密钥', en: 'Data keys' },
  service_group: { zh: '服务组', en: 'Service group' },
  session: { zh: '会话', en: 'Session' },
  site: { zh: '网站', en: 'Site' },
  system_config: { zh: '系统设置', en: 'System setting' },
  update: { zh: '更新包', en: 'Update' },
  verification: { zh: '实名认证', en: 'Verifications' },
  user: { zh: '用户', en: 'User' },
  version: { zh: '版本', en: 'Versions' },
  wechat: { zh: '微信', en: 'WeChat' },
}

/** The part of the platform that an action belongs to: what stands before the point. */
export function moduleOf(action: string): string {
  return action.split('.')[0]!
}

/** What a part of the platform, or a kind of target, is called; its own name where there are no words for it yet. */
export function moduleText(module: string, language: 'zh' | 'en'): string {
  return Object.hasOwn(moduleWords, module) ? moduleWords[module]![language] : module
}

/** Actions that the operation log knows, without signing in, which has a log of its own; in the order of their parts. */
export const operationActions: readonly string[] = Object.keys(auditActions)
  .filter((action) => action !== 'session.create' && action !== 'session.refuse')
  .sort()

/** The parts that have actions. */
export const operationModules: readonly string[] = [...new Set(operationActions.map(moduleOf))]

// Both spellings of a member stand here once: `serviceGroupId` and `service_group_id` are one.
const memberWords: Readonly<Record<string, Words>> = {
  account: { zh: '账号', en: 'Account' },
  account_id: { zh: '账号编号', en: 'Account id' },
  account_ids: { zh: '账号编号', en: 'Account ids' },
  account_url: { zh: '账户地址', en: 'Account URL' },
  added: { zh: '新增', en: 'Added' },
  address: { zh: '地址', en: 'Address' },
  audience: { zh: '接收范围', en: 'Audience' },
  balance_cents: { zh: '余额（分）', en: 'Balance (cents)' },
  cached: { zh: '离开后保留页面内容', en: 'Kept when left' },
  captcha: { zh: '验证码', en: 'Captcha' },
  classes: { zh: '账号类型', en: 'Account classes' },
  content: { zh: '内容', en: 'Content' },
  created_at: { zh: '创建时间', en: 'Created' },
  custom_flag: { zh: '自定义标记', en: 'Custom flag' },
  data_scope: { zh: '数据范围', en: 'Reach' },
  days: { zh: '保留天数', en: 'Days kept' },
  default_ttl_seconds: { zh: '默认 TTL', en: 'Default TTL' },
  deleted: { zh: '删除', en: 'Deleted' },
  description: { zh: '描述', en: 'Description' },
  domain: { zh: '域名', en: 'Domain' },
  domains: { zh: '域名数', en: 'Domains' },
  email: { zh: '邮箱', en: 'E-mail' },
  enabled: { zh: '启用', en: 'Enabled' },
  entries: { zh: '条数', en: 'Entries' },
  expires_at: { zh: '到期时间', en: 'Expires' },
  external_url: { zh: '外部链接', en: 'External link' },
  failure: { zh: '失败原因', en: 'Failure' },
  feature: { zh: '所属功能', en: 'Feature' },
  fingerprint: { zh: '指纹', en: 'Fingerprint' },
  hidden: { zh: '不在菜单中显示', en: 'Not in the menu' },
  icon: { zh: '图标', en: 'Icon' },
  id: { zh: '编号', en: 'Id' },
  is_deleted: { zh: '已移入回收站', en: 'In the recycle bin' },
  is_hidden: { zh: '隐藏', en: 'Hidden' },
  is_locked: { zh: '锁定', en: 'Locked' },
  is_pinned: { zh: '置顶', en: 'Pinned' },
  is_super: { zh: '超级管理员', en: 'Super administrator' },
  kind: { zh: '类型', en: 'Kind' },
  language: { zh: '语言', en: 'Language' },
  locks_lifted: { zh: '解除锁定', en: 'Locks lifted' },
  member_count: { zh: '成员数', en: 'Members' },
  members: { zh: '成员', en: 'Members' },
  messages: { zh: '消息数', en: 'Messages' },
  mname: { zh: '主服务器（MNAME）', en: 'Primary server (MNAME)' },
  mobile: { zh: '手机', en: 'Mobile' },
  modes: { zh: '部署模式', en: 'Deployment modes' },
  name: { zh: '名称', en: 'Name' },
  name_en: { zh: '英文名称', en: 'English name' },
  name_zh: { zh: '中文名称', en: 'Chinese name' },
  nameservers: { zh: 'NS', en: 'Name servers' },
  note: { zh: '备注', en: 'Note' },
  older_than: { zh: '早于', en: 'Older than' },
  owner: { zh: '所属用户', en: 'Owner' },
  parent_id: { zh: '上级编号', en: 'Parent id' },
  passkey: { zh: '通行密钥', en: 'Passkey' },
  password: { zh: '密码', en: 'Password' },
  path: { zh: '路径', en: 'Path' },
  place: { zh: '顺序', en: 'Place' },
  position: { zh: '排序', en: 'Position' },
  problem: { zh: '原因', en: 'Reason' },
  publish_at: { zh: '发布时间', en: 'Published' },
  read: { zh: '标为已读', en: 'Marked as read' },
  reason: { zh: '原因', en: 'Reason' },
  record_count: { zh: '记录数', en: 'Records' },
  records: { zh: '解析记录', en: 'Records' },
  remark: { zh: '备注', en: 'Remark' },
  reset_due: { zh: '待改密码', en: 'New password due' },
  right: { zh: '权限', en: 'Right' },
  rights: { zh: '权限', en: 'Rights' },
  rname: { zh: '管理员邮箱（RNAME）', en: 'Contact (RNAME)' },
  role_ids: { zh: '角色编号', en: 'Role ids' },
  roles: { zh: '角色', en: 'Roles' },
  row_version: { zh: '修改次数', en: 'Edit number' },
  scopes: { zh: '权限范围', en: 'Scopes' },
  second_factor: { zh: '二次验证', en: 'Second factor' },
  serial: { zh: '序列号', en: 'Serial' },
  service_group: { zh: '服务组', en: 'Service group' },
  service_group_id: { zh: '服务组编号', en: 'Service group id' },
  service_group_ids: { zh: '服务组编号', en: 'Service group ids' },
  service_groups: { zh: '服务组数', en: 'Service groups' },
  signer: { zh: '签名者', en: 'Signer' },
  provider: { zh: '平台', en: 'Provider' },
  state: { zh: '状态', en: 'State' },
  status: { zh: '状态', en: 'Status' },
  tags: { zh: '标签', en: 'Tags' },
  terms_of_service: { zh: '服务条款', en: 'Terms of service' },
  title: { zh: '标题', en: 'Title' },
  type: { zh: '类型', en: 'Type' },
  unvalid_model: { zh: '隐藏的菜单', en: 'Hidden menus' },
  updated: { zh: '修改', en: 'Updated' },
  updated_at: { zh: '修改时间', en: 'Updated' },
  user_id: { zh: '用户编号', en: 'User id' },
  username: { zh: '用户名', en: 'Username' },
  users: { zh: '用户数', en: 'Users' },
  verification_id: { zh: '实名认证编号', en: 'Verification id' },
  verified: { zh: '已实名', en: 'Verified' },
  version: { zh: '版本', en: 'Version' },
  way: { zh: '方式', en: 'Way' },
  wechat_unbound: { zh: '同时解绑微信', en: 'WeChat unbound' },
  weight: { zh: '权重', en: 'Weight' },
}

/** What a member of an audit entry is called; its own name where there are no words for it yet. */
export function memberText(member: string, language: 'zh' | 'en'): string {
  const key = member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.hasOwn(memberWords, key) ? memberWords[key]![language] : member
}

const signInWords: Readonly<Record<SignInResult, Words>> = {
  ok: { zh: '成功', en: 'Signed in' },
  second_factor_asked: { zh: '等待二次验证', en: 'Second factor asked' },
  password: { zh: '密码错误', en: 'Wrong password' },
  name: { zh: '账号不存在', en: 'No such account' },
  disabled: { zh: '账号已停用', en: 'Account disabled' },
  locked: { zh: '已锁定', en: 'Locked' },
  captcha: { zh: '验证码错误', en: 'Wrong captcha' },
  network: { zh: '来源网络不允许', en: 'Network not allowed' },
  second_factor: { zh: '二次验证失败', en: 'Second factor failed' },
  wechat_unbound: { zh: '微信未绑定账号', en: 'WeChat not bound' },
}

/** What a try to sign in came to, in words. */
export function signInResultText(result: string, language: 'zh' | 'en'): string {
  return Object.hasOwn(signInWords, result) ? signInWords[result as SignInResult][language] : result
}
