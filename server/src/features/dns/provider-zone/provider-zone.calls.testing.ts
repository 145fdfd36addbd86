import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

/** The provider is an outer system: tests/support/provider-ways.ts puts a peer in its place. Without one, nobody is asked: no public address has this form. */
export const validCalls: ValidCalls = {
  'providerZone.read': ({ domainId }) => ({ domainId, provider: 'powerdns', secret: 'key-of-powerdns', url: 'https://192.0.2.53' }),
  'providerZone.transfer': ({ domainId }) => ({ domainId, address: '192.0.2.53', port: 53 }),
}
