import { domain } from '@nameplane/contract/dns/domain'
import { primary } from '@nameplane/contract/dns/domain-primary'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { version, type ReadBackCase, type Row } from '../../../../../tests/support/read-back.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    /** A domain that is transferred from an address that nobody asks: these tests have nothing that follows primaries. */
    transferredDomainId: number
  }
}

const secret = Buffer.from('a secret of at least sixteen bytes').toString('base64')
const addresses = ['9.9.9.9']

export async function makeFixtures({ call }: Pick<TestApp, 'call'>, name: string): Promise<{ transferredDomainId: number }> {
  const label = name.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const { data } = await call(domain.save, { domain: `transferred-${label}.example` })
  await call(primary.update, { domainId: data.id, addresses })
  return { transferredDomainId: data.id }
}

export const validCalls: ValidCalls = {
  'primary.detail': ({ transferredDomainId }) => ({ domainId: transferredDomainId }),
  'primary.update': ({ transferredDomainId }) => ({
    domainId: transferredDomainId,
    addresses: ['9.9.9.9', '2620:fe::fe'],
    port: 5353,
    keyName: 'xfr.key',
    algorithm: 'hmac-sha512',
    secret,
  }),
  'primary.transfer': ({ transferredDomainId }) => ({ domainId: transferredDomainId }),
  'primary.delete': ({ transferredDomainId }) => ({ domainId: transferredDomainId }),
}

const saved: ReadBackCase = {
  reader: { call: 'primary.detail', input: (_, { transferredDomainId }) => ({ domainId: transferredDomainId }), row: ({ data }) => data as Row },
  sent: () => ({ addresses: ['149.112.112.112', '2620:fe::9'], port: 1053, keyName: 'read.back', algorithm: 'hmac-sha512', secret }),
  unread: { secret: 'secrets are never shown', ...version },
}
export const readBack = { 'primary.update': saved }
