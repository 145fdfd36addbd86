import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = { 'dnssec.detail': ({ domainId }) => ({ id: domainId }) }
