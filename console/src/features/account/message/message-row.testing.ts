import type { MessageRow } from './message-list.tsx'

export const rowTime = '2020-03-09T14:05:09Z'
const management = {
  audience: 'class',
  classes: ['user', 'agent'],
  recipients: 8,
  readers: 2,
  author: 'ada',
  mailed: false,
  updateTime: rowTime,
  rowVersion: 1,
} as const satisfies MessageRow['management']
/** A message that was published to users and agents. */
export const messageRow: MessageRow = {
  id: 7,
  title: 'Maintenance',
  excerpt: 'Tonight',
  type: 2,
  status: 1,
  state: 'published',
  pinned: false,
  createtime: rowTime,
  publishTime: rowTime,
  readStatus: 1,
  management: { ...management, classes: [...management.classes] },
}
