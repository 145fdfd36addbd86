import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

/** The provider is an outer system: tests/support/provider-ways.ts puts a peer in its place. */
export const validCalls: ValidCalls = {
  'providerZone.read': ({ domainId }) => ({ domainId, provider: 'powerdns', secret: 'key-of-powerdns', url: 'https://pdns.example' }),
}
