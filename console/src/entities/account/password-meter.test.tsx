import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { administratorPasswordLacks } from '@nameplane/contract/account/password-rules'
import { PasswordMeter } from './password-meter.tsx'

const shown = (password: string, more: { username?: string; minimum?: number; isRuleUnknown?: boolean } = {}): string =>
  renderToStaticMarkup(<PasswordMeter password={password} {...more} />)

const lacksOf = (html: string): number => html.split('<li>').length - 1

test('an administrator reads all that the server would refuse the password for', () => {
  const html = shown('password', { username: 'ada', minimum: 12 })
  expect(lacksOf(html)).toBe(administratorPasswordLacks('password', 'ada', 12).length)
  for (const words of ['至少 12 个字符（现在 8 个）', '不使用常见密码', 'aria-valuenow="1" aria-valuetext="很弱"']) expect(html).toContain(words)
  expect(html).not.toContain('符合要求')
  expect(shown('Ops-password-2026', { minimum: 12 })).toContain('更难猜到')
})

test('the name of the account counts', () => {
  expect(shown('vermillion-2026', { username: 'vermillion', minimum: 12 })).toContain('账号名称')
  expect(shown('vermillion-2026', { minimum: 12 })).not.toContain('账号名称')
})

test('a user reads how strong it is, and only what every password needs', () => {
  for (const words of ['符合要求', 'aria-valuetext="很弱"']) expect(shown('pass1')).toContain(words)
  expect(shown('abc')).toContain('4～32 个字符，不含中文')
})

test('a strong password fills the meter, and one that is far too long is measured as fast', () => {
  expect(shown('xK9#mPq2vLw7Zt', { minimum: 12 })).toContain('aria-valuenow="4" aria-valuetext="强"')
  expect(shown('k7#'.repeat(50_000), { minimum: 12 })).toContain('4～32 个字符，不含中文')
})

test('nothing is said to suffice where it is not known whose password it is', () => {
  expect(shown('pass1', { isRuleUnknown: true })).not.toContain('符合要求')
  expect(shown('abc', { isRuleUnknown: true })).toContain('4～32 个字符，不含中文')
})
