import type { ValidCalls } from '../../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'factor.totpOffer': () => ({ password: 'correct horse 7' }),
  'factor.totpSave': () => ({ seal: 's1.AAAA', code: '123456' }),
  'factor.totpDelete': () => ({ password: 'correct horse 7' }),
  'factor.passkeyOffer': () => ({ password: 'correct horse 7' }),
  'factor.passkeySave': () => ({ seal: 's1.AAAA', name: 'a key', response: { id: 'AAAA', type: 'public-key' } }),
  'factor.passkeyRename': () => ({ id: 1, name: 'another name' }),
  'factor.passkeyDelete': () => ({ id: 1, password: 'correct horse 7' }),
  'factor.recoverySave': () => ({ password: 'correct horse 7' }),
}
