import { expect, test } from 'vitest'
import { accountOption } from './user.messages.ts'

test.each([
  ['user', 1, '用户', 'User'],
  ['user', 0, '用户 · 已停用', 'User · Disabled'],
  ['agent', 0, '代理 · 已停用', 'Agent · Disabled'],
] as const)('a picker says of an account that it is %s, and whether it is disabled: %s', (kind, status, zh, en) => {
  const account = { id: 7, username: 'ada', kind, status }
  expect(accountOption(account, 'zh')).toEqual({ value: '7', label: 'ada', note: zh })
  expect(accountOption(account, 'en').note).toBe(en)
})
