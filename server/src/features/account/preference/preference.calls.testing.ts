import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'preference.saveFirstSteps': () => ({ isHidden: true }),
  'preference.saveTable': () => ({ preference: { stripe: 1, size: 'medium', columns: { domains: { remark: false } } } }),
}
