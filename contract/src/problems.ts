import { backupProblems } from './system/backup-problems.ts'
import { recordProblems } from './dns/record-problems.ts'
import { jobProblems } from './system/job-problems.ts'
import { smsProblems } from './system/sms/sms-problems.ts'
import { configProblems } from './system/config-problems.ts'
import { paymentProblems } from './system/payment-problems.ts'
import { mailProblems } from './system/mail/mail-problems.ts'
import { nodeEnrolmentProblems } from './system/node-enrolment-problems.ts'
import { acmeAccountProblems } from './system/acme-account-problems.ts'
import { verificationProblems } from './account/verification-problems.ts'
import { wechatProblems } from './account/wechat-problems.ts'

/**
 * The error catalogue: every stable problem code with its text in Chinese and English. `{name}` is filled from the
 * problem's params. Texts fixed by the spec (points 5 and 8) stand here to the letter.
 */
export const problems = {
  // The call itself
  invalid_input: { zh: '提交的内容有误，请检查标出的字段', en: 'Some fields need attention' },
  not_found: { zh: '请求的内容不存在', en: 'Not found' },
  session_lost: { zh: '登录已过期，请重新登录', en: 'Login expired, you need to log in again' },
  beyond_reach: { zh: '操作后将超出你的数据范围，未保存', en: 'Nothing was saved: it would lie beyond what your role reaches' },
  right_missing: { zh: '没有权限执行此操作', en: 'You are not allowed to do this' },
  cross_site: { zh: '已拒绝来自其他网站的请求', en: 'A request from another site was refused' },
  too_many_requests: { zh: '请求过于频繁，请稍后再试', en: 'Too many requests, try again later' },
  body_too_large: { zh: '提交的内容过大', en: 'The request is too large' },
  malformed_body: { zh: '提交的内容无法识别', en: 'The request body cannot be read' },
  server_fault: { zh: '服务器出错，请求编号 {requestId}', en: 'Server error, request {requestId}' },
  unavailable: { zh: '服务暂时不可用，请稍后再试', en: 'Service temporarily unavailable' },
  storage_full: { zh: '磁盘空间不足，未保存，请联系管理员清理', en: 'The disk is full; nothing was saved' },
  changed_meanwhile: { zh: '内容已被他人修改，请查看差异后再保存', en: 'Somebody else changed this meanwhile; review the difference and save again' },

  unknown_action: { zh: '没有这个接口，或不允许通过此方式调用', en: 'There is no such call, or it cannot be made this way' },

  // Any field
  required: { zh: '不能为空', en: 'Required' },
  invalid_value: { zh: '内容格式错误', en: 'Invalid value' },
  too_long: { zh: '不能超过 {maximum} 个字符', en: 'At most {maximum} characters' },
  too_short: { zh: '不能少于 {minimum} 个字符', en: 'At least {minimum} characters' },
  number_too_small: { zh: '不能小于 {minimum}', en: 'Must be at least {minimum}' },
  number_too_big: { zh: '不能大于 {maximum}', en: 'Must be at most {maximum}' },
  not_an_integer: { zh: '必须为整数', en: 'Must be a whole number' },
  too_many_entries: { zh: '最多 {maximum} 项', en: 'At most {maximum} entries' },
  control_characters: { zh: '不能包含控制字符', en: 'Must not contain control characters' },
  invalid_ids: { zh: '编号格式错误', en: 'Invalid ids' },
  nothing_selected: { zh: '请选择要删除的数据', en: 'Select the rows to delete first' },
  too_many_ids: { zh: '一次最多处理 {maximum} 条', en: 'At most {maximum} at once' },

  // Generic validators of spec point 5
  invalid_domain: { zh: '域名格式错误', en: 'Invalid domain name' },
  invalid_ip: { zh: 'IP格式错误', en: 'Invalid IP address' },
  invalid_port: { zh: '端口号格式错误（1~65535）', en: 'Invalid port (1~65535)' },
  invalid_url: { zh: 'URL地址格式错误', en: 'Invalid URL' },
  invalid_phone: { zh: '手机号格式错误', en: 'Invalid phone number' },
  invalid_email: { zh: '邮箱地址格式错误', en: 'Invalid e-mail address' },
  invalid_password: { zh: '密码格式错误，不能包含中文（4~32）', en: 'Invalid password: 4 to 32 characters, no Chinese' },
  invalid_name: { zh: '名称格式错误，不能包含中文（4~32）', en: 'Invalid name: 4 to 32 letters, digits and @ . _ -' },
  invalid_id_card: { zh: '二代身份证格式错误', en: 'Invalid identity card number' },
  domain_line_invalid: { zh: '域名格式不正确：{line}', en: 'Invalid domain name: {line}' },
  domain_line_repeated: { zh: '域名不能重复：{line}', en: 'Repeated domain name: {line}' },
  ip_line_invalid: { zh: 'IP格式不正确：{line}', en: 'Invalid IP address: {line}' },
  ip_line_repeated: { zh: 'IP不能重复：{line}', en: 'Repeated IP address: {line}' },
  ip_range_invalid: { zh: 'IP段格式错误：{line}', en: 'Invalid IP range: {line}' },
  ip_range_reversed: { zh: '起始IP不能大于截止IP：{line}', en: 'Start IP is above end IP: {line}' },
  ip_range_repeated: { zh: 'IP区间重复：{line}', en: 'Overlapping IP range: {line}' },

  // Signing in
  captcha_required: { zh: '请输入验证码', en: 'Enter the captcha' },
  captcha_wrong: { zh: '验证码错误或已过期', en: 'The captcha is wrong or has expired' },
  login_refused: { zh: '账号或密码错误', en: 'Wrong username or password' },
  login_locked: { zh: '登录失败次数过多，请稍后再试', en: 'Too many failed sign-ins, try again later' },
  sign_in_expired: { zh: '登录已超时，请重新输入密码', en: 'This sign-in has expired; enter your password again' },
  session_locked: { zh: '会话已锁定，请先输入密码解锁', en: 'The session is locked; enter your password to unlock it' },
  session_needed: { zh: '只有在浏览器中登录后才能执行此操作', en: 'Only a signed-in browser can do this' },
  session_missing: { zh: '会话不存在或已结束', en: 'The session does not exist or has ended' },
  password_wrong: { zh: '密码错误', en: 'Wrong password' },
  second_factor_enrolment: { zh: '你的角色要求二次验证，请先完成设置', en: 'Your role asks for a second factor; set one up first' },
  second_factor_required: { zh: '你的角色要求二次验证，不能移除最后一种方式', en: 'Your role asks for a second factor; the last one cannot be removed' },
  second_factor_wrong: { zh: '动态码或恢复码错误', en: 'The code is wrong' },
  second_factor_used: { zh: '这个动态码已经用过，请等待下一个', en: 'This code was used already; wait for the next one' },
  second_factor_missing: { zh: '没有这种二次验证方式', en: 'There is no such second factor' },
  factor_offer_expired: { zh: '设置已超时，请重新开始', en: 'This set-up has expired; begin again' },
  passkey_refused: { zh: '未能验证通行密钥', en: 'The passkey could not be verified' },
  passkey_exists: { zh: '这个通行密钥已经添加过', en: 'This passkey was added already' },
  passkey_host: { zh: '当前访问地址不能使用通行密钥', en: 'Passkeys cannot be used under this address' },
  reset_unavailable: { zh: '这种方式尚未配置，请联系管理员重置密码', en: 'This way is not set up; ask an administrator to reset your password' },
  reset_too_often: { zh: '找回密码过于频繁，请稍后再试', en: 'Too many attempts, try again later' },
  reset_code_wrong: { zh: '验证码错误或已过期，请重新获取', en: 'The code is wrong or has expired; ask for another one' },

  api_token_missing: { zh: 'API 令牌不存在，或不属于你', en: 'There is no such API key of yours' },
  api_token_own: { zh: '不能用令牌修改或删除它自己', en: 'A key cannot change or delete itself' },
  api_tokens_full: { zh: '每个账号最多 {maximum} 个 API 令牌', en: 'At most {maximum} API keys of one account' },
  api_token_beyond_own: { zh: '令牌的权限不能超出你自己的权限', en: 'A key cannot be given more than your own rights' },
  api_token_too_often: { zh: '该 API 令牌调用过于频繁，请稍后再试', en: 'This API key is used too often, try again later' },
  registration_closed: { zh: '暂未开放注册', en: 'New accounts cannot be opened at present' },
  registration_too_often: { zh: '注册过于频繁，请稍后再试', en: 'Too many new accounts, try again later' },

  // Accounts
  invalid_username: { zh: '用户名格式错误，只能包含字母、数字和 @ . _ -（3~30）', en: 'Invalid username: 3 to 30 letters, digits and @ . _ -' },
  username_taken: { zh: '用户名已存在', en: 'This username is taken' },
  email_taken: { zh: '邮箱已被其他账号使用', en: 'Another account uses this e-mail address' },
  mobile_taken: { zh: '手机号已被其他账号使用', en: 'Another account uses this phone number' },
  account_missing: { zh: '账号不存在', en: 'The account does not exist' },
  account_own: { zh: '不能删除或停用自己的账号', en: 'You cannot delete or disable your own account' },
  account_owns_domains: { zh: '账号 {name} 名下还有 {count} 个域名，不能删除', en: '{name} owns {count} domains and cannot be deleted' },
  account_has_balance: { zh: '账号 {name} 还有余额，不能删除', en: '{name} has a balance and cannot be deleted' },
  last_super_administrator: { zh: '至少要保留一个启用的超级管理员', en: 'At least one enabled super administrator must remain' },
  beyond_own_rights: { zh: '不能操作或授予超出自己权限的账号或角色', en: 'You cannot grant, or change somebody who has, more than your own rights' },
  passwords_differ: { zh: '两次输入的密码不一致', en: 'The two passwords differ' },
  password_unchanged: { zh: '新密码不能与原密码相同', en: 'The new password must differ from the old one' },
  password_too_short: { zh: '管理员密码不能少于 {minimum} 个字符', en: 'An administrator’s password has at least {minimum} characters' },
  password_common: { zh: '密码过于常见，容易被猜到', en: 'This password is too common and easily guessed' },
  password_change_due: { zh: '请先修改密码', en: 'Set a new password first' },
  impersonation_refused: { zh: '以用户身份操作时不能执行此操作', en: 'Not while acting as somebody else' },
  impersonation_none: { zh: '当前没有以其他用户的身份操作', en: 'You are not acting as somebody else' },
  impersonation_beyond_reach: { zh: '该用户不在你的数据范围内', en: 'This user is beyond what your role reaches' },
  impersonation_own_only: { zh: '只能以启用的普通用户或代理的身份登录', en: 'Only enabled users and agents can be signed in as' },
  accounts_refused: { zh: '有 {count} 行错误，未导入任何账号', en: '{count} lines are wrong; nothing was imported' },
  account_import_unreadable: {
    zh: '无法识别导入内容：第一行必须是列名，且包含 username',
    en: 'Cannot be read: the first line must name the columns, username among them',
  },
  account_import_too_many: { zh: '一次最多导入 {maximum} 行', en: 'At most {maximum} lines at once' },

  // Domains
  domain_exists: { zh: '域名已存在：{name}', en: 'The domain already exists: {name}' },
  domain_of_other: { zh: '域名属于他人的域名，不能添加', en: 'The name lies in a domain that somebody else has' },
  domain_in_recycle_bin: { zh: '域名在回收站中，可直接恢复：{name}', en: 'The domain is in the recycle bin and can be restored: {name}' },
  domain_missing: { zh: '域名不存在', en: 'The domain does not exist' },
  domain_locked: { zh: '域名已锁定，不能修改：{name}', en: 'The domain is locked: {name}' },
  domain_not_served: { zh: '域名已暂停或在回收站中，节点不会应答', en: 'The domain is paused or in the recycle bin; no node answers for it' },
  invalid_address_filter: {
    zh: '请输入地址的开头部分，或网段，例如 192.0.2.0/24、2001:db8::/32',
    en: 'Enter the beginning of an address, or a network such as 192.0.2.0/24 or 2001:db8::/32',
  },
  invalid_client_network: { zh: '请输入 IP 地址或网段，例如 1.2.3.4 或 1.2.3.0/24', en: 'Enter an address or a network such as 1.2.3.4 or 1.2.3.0/24' },
  domain_wildcard_refused: { zh: '这里不能使用泛域名', en: 'A wildcard cannot be added as a domain' },
  owner_missing: { zh: '所属用户不存在', en: 'The owner does not exist' },

  // Roles and menus
  role_missing: { zh: '角色不存在', en: 'The role does not exist' },
  role_exists: { zh: '角色名称已存在', en: 'A role of this name exists' },
  role_built_in: { zh: '内置角色不能这样修改：{name}', en: 'This cannot be done to the built-in role {name}' },
  role_in_use: { zh: '角色正在使用：{count} 名管理员', en: 'The role is in use by {count} administrators' },
  role_beyond_own: { zh: '不能授予超出自己的权限：{rights}', en: 'You cannot hand out more than you hold yourself: {rights}' },
  right_not_for_users: { zh: '普通用户不能拥有这些权限：{rights}', en: 'Ordinary users cannot have these rights: {rights}' },
  nothing_reached: { zh: '请至少选择一个服务组', en: 'Choose at least one service group' },
  seen_as_role: { zh: '正在以角色视角查看，不能修改', en: 'You see the console as a role; nothing can be changed' },
  menu_missing: { zh: '菜单不存在', en: 'The menu row does not exist' },
  menu_built_in: {
    zh: '系统自带的菜单不能删除，也不能改变路径和权限',
    en: 'A row that comes with the platform keeps its path and right and cannot be deleted',
  },
  menu_misplaced: {
    zh: '目录只能在顶层或顶层目录下，页面在目录下，按钮在页面下',
    en: 'A directory stands at the top or in a top directory, a page in a directory, a button on a page',
  },
  menu_not_empty: { zh: '请先移走或删除下级菜单', en: 'Move or delete what stands below it first' },

  // Records
  records_refused: { zh: '有 {count} 处错误，未保存任何修改', en: '{count} errors; nothing was saved' },
  records_conflict: { zh: '有 {count} 条记录已被他人修改，未保存任何修改', en: 'Somebody else changed {count} of these records; nothing was saved' },
  warnings_not_acknowledged: { zh: '有 {count} 条警告需要确认', en: '{count} warnings need your confirmation' },
  record_missing: { zh: '记录不存在或已被删除', en: 'The record does not exist or was deleted' },
  revision_missing: { zh: '历史版本不存在', en: 'There is no such saved state' },

  // Service groups
  saved_filter_missing: { zh: '常用筛选不存在', en: 'The saved filter does not exist' },
  saved_filter_exists: { zh: '已有同名的常用筛选', en: 'A saved filter of this name exists' },
  saved_filter_empty: { zh: '没有可以保存的筛选条件', en: 'There is nothing to save: no filter is set' },
  saved_filters_full: { zh: '每个列表最多保存 {maximum} 个常用筛选', en: 'At most {maximum} filters can be saved for a list' },
  service_group_missing: { zh: '服务组不存在', en: 'The service group does not exist' },
  service_group_exists: { zh: '服务组名称已存在', en: 'A service group of this name exists' },
  service_group_in_use: { zh: '服务组正在使用，不能删除：{count} 个域名', en: 'The service group is in use by {count} domains' },
  service_group_default: { zh: '默认服务组不能删除', en: 'The default service group cannot be deleted' },

  // Messages
  message_missing: { zh: '消息不存在', en: 'The message does not exist' },
  message_published: { zh: '已发布的消息不能修改，请先撤回：{title}', en: 'The message is published; revoke it first: {title}' },
  message_not_published: { zh: '消息尚未发布，不能撤回：{title}', en: 'The message is not published: {title}' },
  message_empty: { zh: '内容不能为空', en: 'The content is empty' },
  message_time_past: { zh: '发布时间必须晚于现在', en: 'The time of publishing must be in the future' },
  message_for_nobody: {
    zh: '没有任何账号会收到这条消息（管理员只接收通知）：{title}',
    en: 'No account would receive this message (administrators receive notices only): {title}',
  },
  message_account_missing: { zh: '指定的账号中有 {count} 个不存在', en: '{count} of the chosen accounts do not exist' },
  too_many_streams: { zh: '此账号打开的页面过多，暂不接收实时消息', en: 'Too many pages of this account are open to receive messages live' },
  image_missing: { zh: '请选择图片', en: 'Choose an image' },
  image_absent: { zh: '图片不存在', en: 'There is no such image' },
  image_not_allowed: { zh: '只能上传 PNG、JPEG 或 WebP 图片', en: 'Only PNG, JPEG and WebP images can be uploaded' },
  image_too_large: {
    zh: '图片过大：不能超过 {megabytes} MB、{megapixels} 百万像素',
    en: 'The image is too large: at most {megabytes} MB and {megapixels} megapixels',
  },
  image_unreadable: { zh: '图片已损坏，无法读取', en: 'The image is damaged and cannot be read' },

  // Lines
  line_missing: { zh: '线路不存在', en: 'There is no such line' },

  // Logs
  log_entry_missing: { zh: '日志不存在，或已到期清除', en: 'There is no such log entry, or it has expired' },
  log_retention_locked: { zh: '日志保留设置已锁定：不能解锁，也不能缩短天数', en: 'The retention of logs is locked: it cannot be lifted or shortened' },

  // Licence
  licence_missing: { zh: '没有许可证', en: 'There is no licence' },
  licence_no_trusted_key: {
    zh: '没有受信任的发布者公钥：请将发布者的 Ed25519 公钥（PEM 文件）放入数据目录的 licence-keys 文件夹，然后重试',
    en: "No publisher is trusted: put the publisher's Ed25519 public key (a PEM file) into the folder licence-keys of the data folder, then try again",
  },
  licence_file_invalid: { zh: '这不是许可证文件', en: 'This is no licence file' },
  licence_signature_wrong: { zh: '许可证不是由受信任的公钥签名的', en: 'No trusted key has signed this licence' },
  licence_statement_invalid: { zh: '许可证内容不符合格式', en: 'The licence is not of the expected form' },
  licence_product_wrong: { zh: '这不是本产品的许可证', en: 'This is a licence of another product' },
  licence_expired: { zh: '许可证已到期：请更换，或移除后使用社区版', en: 'The licence has expired: replace it, or remove it for the community edition' },
  licence_invalid: {
    zh: '许可证无效，不能添加域名：请在“系统授权”中更换或移除许可证',
    en: 'The licence is not valid, so no domain can be added: replace or remove it under Licence',
  },
  licence_domains_reached: { zh: '已达到许可证的域名上限：{limit} 个', en: 'The licence allows {limit} domains, and there are as many' },
  licence_nodes_exceeded: {
    zh: '节点数 {used} 超过许可证的上限 {limit}，不能添加域名',
    en: 'There are {used} nodes and the licence allows {limit}, so no domain can be added',
  },

  // Updates of the platform
  update_missing: { zh: '还没有上传更新包', en: 'No update has been uploaded yet' },
  update_no_trusted_key: {
    zh: '没有受信任的发布者公钥：请将发布者的 Ed25519 公钥（PEM 文件）放入数据目录的 update-keys 文件夹，然后重试',
    en: "No publisher is trusted: put the publisher's Ed25519 public key (a PEM file) into the folder update-keys of the data folder, then try again",
  },
  update_parts_wrong: {
    zh: '请依次上传清单（manifest）、签名（signature）和更新包（archive）三个文件',
    en: 'Send three files in this order: manifest, signature, archive',
  },
  update_manifest_too_large: { zh: '清单文件过大', en: 'The manifest is too large' },
  update_signature_malformed: {
    zh: '签名文件格式错误：应为 64 字节的 Ed25519 签名，或其 Base64 文本',
    en: 'The signature must be the 64 bytes of an Ed25519 signature, or their Base64 text',
  },
  update_signature_wrong: { zh: '清单不是由受信任的公钥签名的', en: 'No trusted key has signed this manifest' },
  update_manifest_invalid: { zh: '清单内容不符合格式', en: 'The manifest is not of the expected form' },
  update_product_wrong: { zh: '这不是本产品的更新包', en: 'This is an update of another product' },
  update_version_not_higher: { zh: '更新包的版本不高于当前版本', en: 'The version of the update is not higher than the current one' },
  update_archive_size_wrong: { zh: '更新包的大小与清单不符', en: 'The archive does not have the size that the manifest states' },
  update_archive_digest_wrong: { zh: '更新包的 SHA-256 与清单不符', en: 'The archive does not have the SHA-256 that the manifest states' },
  update_archive_not_gzip: { zh: '更新包不是 gzip 压缩文件', en: 'The archive is not a gzip file' },

  ...backupProblems,

  // Names, values, zone files, and what is found about records
  ...configProblems,
  ...paymentProblems,
  ...verificationProblems,
  ...wechatProblems,
  ...acmeAccountProblems,
  ...nodeEnrolmentProblems,
  ...smsProblems,
  ...mailProblems,
  ...jobProblems,
  ...recordProblems,
} as const satisfies Record<string, { zh: string; en: string }>

export type ProblemCode = keyof typeof problems
export type Language = 'zh' | 'en'

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text)
}

/** The problem's text in a language, its placeholders filled in; a missing value leaves the placeholder's name out. */
export function problemText(code: ProblemCode, language: Language, params: Record<string, unknown> = {}): string {
  return problems[code][language].replace(/\{(\w+)\}/g, (_, name: string) => wordOf(params[name]))
}

/** A value inside a sentence; what is neither text nor number has no place there. */
function wordOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordOf).join(', ')
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
