import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = { 'search.find': () => ({ text: 'world' }) }
