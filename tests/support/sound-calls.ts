import type { SmallWorld } from './small-world.ts'

/**
 * One sound input for calls whose fields cannot be guessed from their schema; every write stands here, and the sweeps
 * fail when one is missing. Keys are `<noun>.<verb>` as in the contract's list.
 */
export const soundCalls: Record<string, (world: SmallWorld) => Record<string, unknown>> = {
  'session.login': () => ({ username: 'admin', password: 'correct horse 7' }),
  'session.logout': () => ({}),

  'user.names': () => ({ page: 1, limit: 20, search: 'owner' }),
  'savedFilter.list': () => ({ screen: '/dns/domain/list' }),
  'savedFilter.save': ({ name }) => ({
    screen: '/dns/domain/list?view=recycled',
    name: `saved ${name}`,
    filters: { search: 'world', sidx: 'domain', order: 'asc' },
  }),
  'savedFilter.update': ({ savedFilterId, name }) => ({ id: savedFilterId, name: `renamed ${name}`, filters: { status: '1' } }),
  'savedFilter.delete': ({ savedFilterId }) => ({ ids: [savedFilterId] }),

  'domain.list': () => ({ page: 1, limit: 20, sidx: 'domain', order: 'asc', search: 'world', value: '192.0.2', status: 1 }),
  'domain.detail': ({ domainId }) => ({ id: domainId }),
  'domain.save': ({ name }) => ({ domain: `fresh-${name}`, remark: 'a remark' }),
  'domain.update': ({ domainId, userId, groupId }) => ({ id: domainId, userId, serviceGroupId: groupId, remark: 'changed', defaultTtlSeconds: 300 }),
  'domain.status': ({ domainId }) => ({ ids: [domainId], status: 0 }),
  'domain.lock': ({ domainId }) => ({ ids: [domainId], locked: true }),
  'domain.removal': ({ domainId, lockedId }) => ({ ids: [domainId, lockedId] }),
  'domain.delete': ({ domainId }) => ({ ids: [domainId] }),
  'domain.restore': ({ recycledId }) => ({ ids: [recycledId] }),
  'domain.purge': ({ recycledId }) => ({ ids: [recycledId] }),

  'record.list': ({ domainId }) => ({ domainId, page: 1, limit: 50, sidx: 'host', order: 'asc', search: 'w', type: 'A' }),
  'record.apply': ({ domainId, domainVersion, recordIds }) => ({
    domainId,
    version: domainVersion,
    changes: [
      {
        op: 'update',
        id: recordIds[0],
        base: domainVersion,
        record: { host: 'www', type: 'A', line: 'default', value: '192.0.2.9', ttl: 600, weight: null, priority: null, remark: 'moved', status: 1 },
      },
      { op: 'add', record: { host: 'new', type: 'AAAA', line: 'default', value: '2001:db8::1', ttl: 60, remark: '', status: 1 } },
      { op: 'delete', id: recordIds[3] },
    ],
    acknowledged: [],
    dryRun: false,
  }),
  'record.import': ({ domainId }) => ({
    domainId,
    format: 'bind',
    text: 'imported 300 IN A 192.0.2.77\n',
    mode: 'add',
    skipRefused: false,
    acknowledged: [],
    dryRun: false,
  }),
  'record.export': ({ domainId }) => ({ domainId, format: 'bind' }),
  'record.history': ({ domainId }) => ({ domainId }),
  'record.revision': ({ domainId, domainVersion }) => ({ domainId, version: domainVersion }),
  'record.restore': ({ domainId, domainVersion }) => ({ domainId, version: domainVersion - 1, acknowledged: [], dryRun: false }),
  'record.publication': ({ domainId }) => ({ domainId }),

  'serviceGroup.save': ({ name }) => ({
    name: `another of ${name}`,
    weight: 1,
    status: 1,
    remark: '',
    mname: 'ns1.example.net',
    rname: 'hostmaster.example.net',
    ns1: 'ns1.example.net',
    ns2: 'ns2.example.net',
    ns3: 'ns3.example.net',
  }),
  'serviceGroup.update': ({ groupId, name }) => ({
    id: groupId,
    name: `changed ${name}`,
    weight: 2,
    status: 1,
    remark: 'changed',
    mname: 'ns1.example.net',
    rname: 'hostmaster.example.net',
    ns1: 'ns1.example.net',
    ns2: 'ns2.example.net',
  }),
  'serviceGroup.delete': ({ groupId }) => ({ ids: [groupId] }),

  'update.verify': () => ({}),
  'update.upload': () => ({}),

  'explain.record': ({ domainId }) => ({ domainId, host: 'www', type: 'A', client: '192.0.2.1/24' }),
  'lookup.address': () => ({ ip: '192.0.2.1' }),
  'lookup.line': () => ({ code: 'telecom' }),
}
