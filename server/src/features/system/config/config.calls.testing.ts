import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

/** Another one each time: the same again would be no change. */
let count = 0

export const validCalls: ValidCalls = {
  'config.list': () => ({ page: 1, limit: 50 }),
  'config.search': () => ({ page: 1, limit: 50 }),
  'config.info': ({ configId }) => ({ id: configId }),
  'config.infoAgain': ({ configId }) => ({ id: configId }),
  'config.ofKey': ({ name }) => ({ key: `own.${name}` }),
  'config.toggle': ({ configId }) => ({ id: configId }),
  'config.toggleSafely': ({ configId }) => ({ id: configId }),
  'config.setStatus': ({ configId }) => ({ id: configId, status: 0 }),
  'config.setStatusSafely': ({ configId }) => ({ id: configId, status: 0 }),
  'config.save': ({ name }) => ({ paramKey: `new.${name}.${(count += 1)}`, paramValue: { host: 'a' } }),
  'config.update': ({ configId }) => ({ id: configId, paramValue: { count: (count += 1) } }),
  'config.delete': ({ configId }) => ({ ids: String(configId) }),
  'config.history': ({ configId }) => ({ id: configId }),
  'config.restore': ({ configId, configVersionId }) => ({ id: configId, versionId: configVersionId }),
  // Nothing listens there: the try is made and fails.
  'config.test': () => ({
    paramKey: 'EMAIL_CONFIG',
    paramValue: { host: '127.0.0.1', port: 1, username: 'platform@example.net', password: 'none' },
    target: 'somebody@example.org',
  }),
}
