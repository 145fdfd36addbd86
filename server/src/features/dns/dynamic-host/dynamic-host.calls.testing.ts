import { domain } from '@nameplane/contract/dns/domain'
import { dynamicHost } from '@nameplane/contract/dns/dynamic-host'
import { record } from '@nameplane/contract/dns/record'
import type { NounFixtures, ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { listed, type ReadBackCase } from '../../../../../tests/support/read-back.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    /** A domain with two hosts, of which `home` has a credential and `office` none. */
    dynamicDomainId: number
    dynamicHostId: number
  }
}

export const makeFixtures: NounFixtures['makeFixtures'] = async ({ call }, name) => {
  const label = name.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const { id: domainId } = (await call(domain.save, { domain: `dynamic-${label}.example` })).data
  const add = (host: string) => ({ op: 'add' as const, record: { host, type: 'A', value: '192.0.2.1', ttl: 600 } })
  await call(record.apply, { domainId, changes: [add('home'), add('office')] })
  const { id } = (await call(dynamicHost.save, { domainId, host: 'home' })).data
  return { dynamicDomainId: domainId, dynamicHostId: id }
}

export const validCalls: ValidCalls = {
  'dynamicHost.list': ({ dynamicDomainId }) => ({ domainId: dynamicDomainId, search: 'home' }),
  'dynamicHost.save': ({ dynamicDomainId }) => ({ domainId: dynamicDomainId, host: 'office' }),
  'dynamicHost.renew': ({ dynamicHostId }) => ({ id: dynamicHostId }),
  'dynamicHost.delete': ({ dynamicHostId }) => ({ ids: [dynamicHostId] }),
}

const saved: ReadBackCase = {
  reader: { ...listed('dynamicHost.list'), input: (_, { dynamicDomainId }) => ({ domainId: dynamicDomainId, limit: 200 }) },
  sent: ({ dynamicDomainId }) => ({ domainId: dynamicDomainId, host: 'office', line: 'default' }),
}
export const readBack = { 'dynamicHost.save': saved }
