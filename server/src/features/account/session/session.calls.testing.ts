import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'session.login': () => ({ username: 'admin', password: 'correct horse 7' }),
  'session.logout': () => ({}),
  'session.second': () => ({ ticket: 'T'.repeat(43), method: 'totp', code: '123456' }),
  'session.lock': () => ({}),
  'session.unlock': () => ({ password: 'correct horse 7' }),
  'session.confirm': () => ({ password: 'correct horse 7' }),
  'session.confirmSecond': () => ({ ticket: 'T'.repeat(43), method: 'totp', code: '123456' }),
  'session.end': () => ({ ids: [1] }),
  'session.endOthers': () => ({}),
  'session.listOf': ({ userId }) => ({ userId }),
  'session.endOf': ({ userId }) => ({ userId }),
}
