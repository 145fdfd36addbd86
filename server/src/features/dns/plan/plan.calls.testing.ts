import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = { 'plan.detail': ({ domainId }) => ({ id: domainId }) }
