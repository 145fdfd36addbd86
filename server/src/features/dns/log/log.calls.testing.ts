import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

/** Another one each time: the same days again would be no change. */
let nextDays = 180

export const validCalls: ValidCalls = {
  'log.signIns': () => ({ audience: 'admin', page: 1, limit: 20, actor: 'adm', from: '2026-01-01T00:00:00Z' }),
  'log.signInExport': () => ({ audience: 'admin', format: 'csv' }),
  'log.operations': () => ({ audience: 'admin', page: 1, limit: 20, module: 'domain', search: 'world', to: '2099-12-31T23:59:59Z' }),
  'log.operationExport': () => ({ audience: 'users', format: 'xlsx' }),
  'log.operation': () => ({ id: 'a1' }),
  'log.retain': () => ({ days: (nextDays += 1), isLocked: false }),
  'log.verify': () => ({ afterId: 0 }),
}
