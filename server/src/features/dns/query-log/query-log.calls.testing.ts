import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'queryLog.list': ({ domainId }) => ({ id: domainId }),
  'queryLog.export': ({ domainId }) => ({ id: domainId }),
  'queryLog.errors': ({ domainId }) => ({ id: domainId }),
}
