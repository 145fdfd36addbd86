import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = { 'querySource.list': ({ domainId }) => ({ id: domainId }), 'querySource.export': ({ domainId }) => ({ id: domainId }) }
