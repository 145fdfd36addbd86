import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

/** Nobody is asked: the page is behind the last. */
export const validCalls: ValidCalls = {
  'domainComparison.servers': ({ domainId }) => ({ domainId }),
  'domainComparison.compare': ({ domainId }) => ({ domainId, servers: ['2a00::53'], page: 1_000_000 }),
}
