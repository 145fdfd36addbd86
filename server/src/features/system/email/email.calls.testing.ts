import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'letter.list': ({ name }) => ({ search: name, state: 'failed' }),
  'letter.retry': ({ letterId: emailId }) => ({ ids: [emailId] }),
  'letter.test': ({ name }) => ({ scenario: 'test', language: 'en', subject: 'A test', html: '<p>{{server}}</p>', target: `admin@${name}` }),
}
