import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'registration.save': () => ({ username: 'newcomer', email: 'new@example.org', password: 'tulip ferry 29', captcha: 'ABCD', uuid: 'sweep' }),
}
