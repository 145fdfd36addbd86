import type { UserRow } from './user-list.tsx'

export const rowTime = '2020-03-09T14:05:09Z'
/** A user who can sign in and owns nothing yet. */
export const userRow: UserRow = {
  id: 7,
  username: 'ada',
  status: 1,
  email: 'ada@example.org',
  mobile: '13800140000',
  remark: '',
  language: 'en',
  unvalidModel: [],
  resetDue: false,
  rowVersion: 1,
  type: 2,
  tags: [],
  verified: 0,
  balanceCents: 123_456,
  currency: 'CNY',
  domainCount: 0,
  lastSignInTime: null,
  createTime: rowTime,
  updateTime: rowTime,
}
