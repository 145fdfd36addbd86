import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'nameserverCheck.detail': ({ domainId }) => ({ id: domainId }),
  'nameserverCheck.run': ({ domainId }) => ({ id: domainId }),
}
