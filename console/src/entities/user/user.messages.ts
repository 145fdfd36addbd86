import type { AccountName } from '@nameplane/contract/account/user'
import type { Language } from '../../i18n/language.ts'
import { defineMessages, textsIn } from '../../i18n/messages.ts'

export const userMessages = defineMessages({
  zh: {
    search: '搜索账号',
    anyone: '全部',
    none: '没有符合条件的账号',
    loading: '正在查找…',
    more: (shown: number, total: string) => `共 ${total} 个，显示前 ${shown} 个。输入账号名可缩小范围。`,
    unknown: (id: string) => `编号 ${id}`,
    kinds: { administrator: '管理员', user: '用户', agent: '代理' },
    disabled: (kind: string) => `${kind} · 已停用`,
    tabs: { label: '用户与实名认证', '/account/users/users': '用户', '/account/users/verifications': '实名认证' },
  },
  en: {
    search: 'Search accounts',
    anyone: 'All',
    none: 'No matching accounts',
    loading: 'Searching…',
    more: (shown, total) => `${shown} of ${total}. Enter a name to narrow the list.`,
    unknown: (id) => `ID ${id}`,
    kinds: { administrator: 'Administrator', user: 'User', agent: 'Agent' },
    disabled: (kind) => `${kind} · Disabled`,
    tabs: { label: 'Users and verifications', '/account/users/users': 'Users', '/account/users/verifications': 'Verifications' },
  },
})

/** An account as a picker offers it: what kind it is, and that it is disabled. */
export function accountOption({ id, username, kind, status }: AccountName, language: Language) {
  const { kinds, disabled } = textsIn(userMessages, language)
  return { value: String(id), label: username, note: status === 0 ? disabled(kinds[kind]) : kinds[kind] }
}
