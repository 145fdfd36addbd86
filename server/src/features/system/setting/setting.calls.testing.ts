import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

/** Another one each time: the same again would be no change. */
let count = 0

export const validCalls: ValidCalls = {
  'config.list': () => ({ page: 1, limit: 50 }),
  'config.search': () => ({ page: 1, limit: 50 }),
  'config.info': ({ settingId }) => ({ id: settingId }),
  'config.infoAgain': ({ settingId }) => ({ id: settingId }),
  'config.ofKey': ({ name }) => ({ key: `own.${name}` }),
  'config.toggle': ({ settingId }) => ({ id: settingId }),
  'config.toggleSafely': ({ settingId }) => ({ id: settingId }),
  'config.setStatus': ({ settingId }) => ({ id: settingId, status: 0 }),
  'config.setStatusSafely': ({ settingId }) => ({ id: settingId, status: 0 }),
  'config.save': ({ name }) => ({ paramKey: `new.${name}.${(count += 1)}`, paramValue: { host: 'a' } }),
  'config.update': ({ settingId }) => ({ id: settingId, paramValue: { count: (count += 1) } }),
  'config.delete': ({ settingId }) => ({ ids: String(settingId) }),
  'config.history': ({ settingId }) => ({ id: settingId }),
  'config.restore': ({ settingId, settingVersionId }) => ({ id: settingId, versionId: settingVersionId }),
  // Nothing listens there: the try is made and fails.
  'config.test': () => ({
    paramKey: 'EMAIL_CONFIG',
    paramValue: { host: '127.0.0.1', port: 1, username: 'platform@example.net', password: 'none' },
    target: 'somebody@example.org',
  }),
}
