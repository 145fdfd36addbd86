import type { ValidCalls } from '../../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'passwordReset.ask': () => ({ username: 'admin', captcha: 'ABCD', uuid: 'sweep' }),
  'passwordReset.save': () => ({ username: 'admin', code: '123456', password: 'tulip-Ferry-29-moss' }),
}
