import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = { 'explain.record': ({ domainId }) => ({ domainId, host: 'www', type: 'A', client: '192.0.2.1/24' }) }
