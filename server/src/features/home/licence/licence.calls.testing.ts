import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = { 'licence.upload': () => ({ file: '{}' }), 'licence.remove': () => ({}) }
