import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { linkFor } from './registration-link.ts'

export const validCalls: ValidCalls = {
  'registration.save': () => ({ email: 'new@example.org', captcha: 'ABCD', uuid: 'sweep' }),
  'registration.look': () => ({ link: linkFor('looked-at@example.org') }),
  'registration.confirm': () => ({ link: linkFor('confirmed@example.org'), username: 'newcomer', password: 'tulip ferry 29' }),
}
