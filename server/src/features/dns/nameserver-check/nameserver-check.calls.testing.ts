import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import type { NounFixtures, ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'

/** Nobody answers at this port: a check ends at once, whatever resolvers the machine has. */
export const makeFixtures: NounFixtures['makeFixtures'] = async ({ db }) => {
  await setSetting(db, nsCheck, { resolvers: '127.0.0.1:1' })
  return {}
}

export const validCalls: ValidCalls = {
  'nameserverCheck.detail': ({ domainId }) => ({ id: domainId }),
  'nameserverCheck.run': ({ domainId }) => ({ id: domainId }),
}
