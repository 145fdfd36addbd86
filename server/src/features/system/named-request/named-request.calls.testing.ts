import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'namedRequest.common': () => ({ url: 'app/common/query/ip/area', param: { ip: '198.51.100.1' } }),
  'namedRequest.commonBelowSys': () => ({ url: 'app/common/web/config' }),
  'namedRequest.account': () => ({ url: 'sys/menu/nav' }),
}
