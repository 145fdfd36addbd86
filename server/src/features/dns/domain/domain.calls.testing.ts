import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'domain.list': () => ({ page: 1, limit: 20, sidx: 'domain', order: 'asc', search: 'world', value: '192.0.2', status: 1 }),
  'domain.detail': ({ domainId }) => ({ id: domainId }),
  'domain.save': ({ name }) => ({ domain: `fresh-${name}`, remark: 'a remark' }),
  'domain.update': ({ domainId, userId, groupId }) => ({
    id: domainId,
    userId,
    serviceGroupId: groupId,
    remark: 'changed',
    defaultTtlSeconds: 300,
    soaRefreshSeconds: 7200,
    soaRetrySeconds: 900,
    soaExpireSeconds: 604_800,
    soaMinimumSeconds: 300,
  }),
  'domain.cloned': ({ domainId }) => ({ id: domainId }),
  'domain.clone': ({ domainId, name }) => ({ id: domainId, domain: `clone-${name}` }),
  'domain.status': ({ domainId }) => ({ ids: [domainId], status: 0 }),
  'domain.lock': ({ domainId }) => ({ ids: [domainId], locked: true }),
  'domain.removal': ({ domainId, lockedId }) => ({ ids: [domainId, lockedId] }),
  'domain.delete': ({ domainId }) => ({ ids: [domainId] }),
  'domain.restore': ({ recycledId }) => ({ ids: [recycledId] }),
  'domain.purge': ({ recycledId }) => ({ ids: [recycledId] }),
}
