import type { Endpoint, Sent } from './endpoint.ts'

/** A text in both languages. */
export type Bilingual = { readonly zh: string; readonly en: string }

/** What fields are called, by their name in the contract; a nested field by its dotted path. */
export type FieldNames = Readonly<Record<string, Bilingual>>

/**
 * Names of fields that mean the same wherever they stand. Forms, columns, filters, the log and exported files read them
 * here; what only one noun has, or calls otherwise, stands in that noun's own `fieldNames`.
 */
export const fieldNames = {
  id: { zh: '编号', en: 'ID' },
  name: { zh: '名称', en: 'Name' },
  type: { zh: '类型', en: 'Type' },
  status: { zh: '状态', en: 'Status' },
  weight: { zh: '权重', en: 'Weight' },
  remark: { zh: '备注', en: 'Remark' },
  title: { zh: '标题', en: 'Title' },
  address: { zh: '地址', en: 'Address' },
  email: { zh: '邮箱', en: 'Email' },
  mobile: { zh: '手机', en: 'Mobile' },
  language: { zh: '语言', en: 'Language' },
  tags: { zh: '标签', en: 'Tags' },
  username: { zh: '用户名', en: 'Username' },
  password: { zh: '密码', en: 'Password' },
  domains: { zh: '域名', en: 'Domains' },
  line: { zh: '线路', en: 'Line' },
  time: { zh: '时间', en: 'Time' },
  createTime: { zh: '创建时间', en: 'Created' },
  updateTime: { zh: '最后修改', en: 'Last changed' },
  account: { zh: '账号', en: 'Account' },
  accountId: { zh: '账号编号', en: 'Account ID' },
  accountIds: { zh: '账号编号', en: 'Account IDs' },
  added: { zh: '新增', en: 'Added' },
  createdAt: { zh: '创建时间', en: 'Created' },
  deleted: { zh: '删除', en: 'Deleted' },
  description: { zh: '说明', en: 'Description' },
  domain: { zh: '域名', en: 'Domain' },
  enabled: { zh: '启用', en: 'Enabled' },
  failure: { zh: '失败原因', en: 'Failure reason' },
  kind: { zh: '类型', en: 'Type' },
  messages: { zh: '消息数', en: 'Messages' },
  note: { zh: '备注', en: 'Remark' },
  position: { zh: '排序', en: 'Position' },
  problem: { zh: '原因', en: 'Reason' },
  reason: { zh: '原因', en: 'Reason' },
  right: { zh: '权限', en: 'Permission' },
  roles: { zh: '角色', en: 'Roles' },
  rowVersion: { zh: '修改次数', en: 'Revisions' },
  provider: { zh: '服务商', en: 'Provider' },
  state: { zh: '状态', en: 'Status' },
  updated: { zh: '修改', en: 'Updated' },
  updatedAt: { zh: '最后修改', en: 'Last changed' },
  userId: { zh: '用户编号', en: 'User ID' },
  users: { zh: '用户数', en: 'Users' },
  version: { zh: '版本', en: 'Version' },
  way: { zh: '方式', en: 'Method' },
} as const satisfies FieldNames

/** What a field is called: by its noun, else by the platform; undefined where neither says so. */
export function nameOfField(field: string, ofNoun: FieldNames = {}): Bilingual | undefined {
  const platform: FieldNames = fieldNames
  return Object.hasOwn(ofNoun, field) ? ofNoun[field] : Object.hasOwn(platform, field) ? platform[field] : undefined
}

/** The names that a noun must say for a call's fields: all that are not called so everywhere. */
export type NamesFor<E extends Endpoint> = FieldNames & {
  readonly [Field in Exclude<keyof Sent<E>, keyof typeof fieldNames | 'ids' | 'rowVersion'>]: Bilingual
}
