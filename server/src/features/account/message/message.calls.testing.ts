import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'message.list': () => ({ page: 1, limit: 100, sidx: 'id', order: 'desc', box: 'received', search: 'notice', type: 2 }),
  'message.detail': ({ publishedMessageId }) => ({ id: publishedMessageId }),
  'message.read': ({ publishedMessageId }) => ({ ids: [publishedMessageId] }),
  'message.save': ({ draftMessageId, name }) => ({
    id: draftMessageId,
    title: `about ${name}`,
    content: '<p>words</p>',
    type: 2,
    audience: 'class',
    classes: ['user', 'agent'],
    pinned: true,
    action: 'schedule',
    publishTime: '2100-01-01T00:00:00Z',
  }),
  'message.publish': ({ draftMessageId }) => ({ ids: [draftMessageId] }),
  'message.revoke': ({ publishedMessageId }) => ({ ids: [publishedMessageId] }),
  'message.pin': ({ publishedMessageId }) => ({ ids: [publishedMessageId], pinned: true }),
  'message.delete': ({ publishedMessageId, draftMessageId }) => ({ ids: [publishedMessageId, draftMessageId] }),
  'message.addImage': () => ({}),
  'message.image': ({ imageKey }) => ({ key: imageKey }),
}
