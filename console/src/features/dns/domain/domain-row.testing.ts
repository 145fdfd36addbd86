import type { DomainRow } from './domain-list.tsx'

export const rowTime = '2020-03-09T14:05:09Z'
/** A domain that is served, with nothing remarkable about it. */
export const domainRow: DomainRow = {
  id: 7,
  domain: 'shop.example',
  unicodeName: 'shop.example',
  userId: 3,
  username: 'ada',
  serviceGroupId: 1,
  serviceGroupName: 'default',
  status: 1,
  isLocked: false,
  remark: '',
  recordCount: 12,
  defaultTtlSeconds: 600,
  serial: 2020030901,
  version: 1,
  rowVersion: 1,
  queries24h: 1200,
  queriesByHour: [0, 900, 300],
  nsState: 'correct',
  nsCheckTime: rowTime,
  nsFound: [],
  nsWrongSince: null,
  nsDaysLeft: null,
  createTime: rowTime,
  updateTime: rowTime,
  deleteTime: null,
}
