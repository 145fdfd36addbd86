import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = { 'queryVolume.list': ({ domainId }) => ({ id: domainId }), 'queryVolume.export': ({ domainId }) => ({ id: domainId }) }
