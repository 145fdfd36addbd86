import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = { 'lookup.address': () => ({ ip: '192.0.2.1' }), 'lookup.line': () => ({ code: 'telecom' }) }
