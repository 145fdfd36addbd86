import { domain } from '@nameplane/contract/dns/domain'
import { domainClaim } from '@nameplane/contract/dns/domain-claim'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    /** A request for a domain of a user, and the name of another domain of the same user. */
    claimId: number
    claimableName: string
  }
}

export async function makeFixtures({ call, db }: Pick<TestApp, 'call' | 'db'>, name: string): Promise<{ claimId: number; claimableName: string }> {
  const { id: userId } = await db
    .insertInto('account')
    .values({ username: `claimed-of-${name}`, type: 2, password_hash: '', language: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const label of ['claimed', 'claimable']) await call(domain.save, { domain: `${label}.${name}`, userId })
  const { data } = await call(domainClaim.request, { domains: `claimed.${name}` })
  return { claimId: data.ids[0]!, claimableName: `claimable.${name}` }
}

export const validCalls: ValidCalls = {
  'domainClaim.list': () => ({ page: 1, limit: 20, sidx: 'domain', order: 'asc', search: 'claimed', state: 'waiting' }),
  'domainClaim.request': ({ claimableName }) => ({ domains: claimableName }),
  'domainClaim.check': ({ claimId }) => ({ ids: [claimId] }),
  'domainClaim.delete': ({ claimId }) => ({ ids: [claimId] }),
}
