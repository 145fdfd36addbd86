import { domain } from '@nameplane/contract/dns/domain'
import { updateKey } from '@nameplane/contract/dns/update-key'
import type { NounFixtures, ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { listed, version, type ReadBackCase } from '../../../../../tests/support/read-back.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    keyedDomainId: number
    updateKeyId: number
  }
}

export const makeFixtures: NounFixtures['makeFixtures'] = async ({ call }, name) => {
  const label = name.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const { id: domainId } = (await call(domain.save, { domain: `keyed-${label}.example` })).data
  const { id } = (await call(updateKey.save, { domainId, name: 'acme', policy: '_acme-challenge TXT' })).data
  return { keyedDomainId: domainId, updateKeyId: id }
}

export const validCalls: ValidCalls = {
  'updateKey.list': ({ keyedDomainId }) => ({ domainId: keyedDomainId, search: 'acme' }),
  'updateKey.save': ({ keyedDomainId }) => ({ domainId: keyedDomainId, name: 'dhcp', policy: '*.dhcp A AAAA TXT\n@ *' }),
  'updateKey.update': ({ updateKeyId }) => ({ id: updateKeyId, policy: '* TXT' }),
  'updateKey.renew': ({ updateKeyId }) => ({ id: updateKeyId }),
  'updateKey.delete': ({ updateKeyId }) => ({ ids: [updateKeyId] }),
}

const reader: ReadBackCase['reader'] = { ...listed('updateKey.list'), input: (_, { keyedDomainId }) => ({ domainId: keyedDomainId, limit: 200 }) }
const saved: ReadBackCase = {
  reader,
  sent: ({ keyedDomainId }) => ({ domainId: keyedDomainId, name: 'read-back', algorithm: 'hmac-sha512', policy: 'www A AAAA\n*.dhcp *' }),
}
const changed: ReadBackCase = { reader, sent: () => ({ policy: 'mail MX' }), unread: version }
export const readBack = { 'updateKey.save': saved, 'updateKey.update': changed }
