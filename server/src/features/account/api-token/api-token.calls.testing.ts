import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

/** Another one each time: the same again would be no change. */
let count = 0

export const validCalls: ValidCalls = {
  'apiToken.list': () => ({}),
  'apiToken.save': () => ({ name: 'a key', scopes: ['domain.read'], password: 'correct horse 7' }),
  'apiToken.update': ({ apiTokenId, name }) => ({ id: apiTokenId, name: `key of ${name} ${(count += 1)}` }),
  'apiToken.delete': ({ apiTokenId }) => ({ ids: String(apiTokenId) }),
}
