import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'admin.info': ({ adminId }) => ({ id: adminId }),
  'admin.list': () => ({ page: 1, limit: 20, sidx: 'username', order: 'asc', search: 'colleague', status: 1, isSuper: false }),
  'admin.save': ({ name }) => ({
    username: `a-${name}`,
    password: 'tulip-Ferry-29-moss',
    passwordAgain: 'tulip-Ferry-29-moss',
    email: `a@${name}`,
    status: 1,
    isSuper: false,
    roleIds: [],
    remark: 'a remark',
    language: 'cn',
  }),
  'admin.update': ({ adminId, name }) => ({ id: adminId, email: `changed-admin@${name}`, remark: 'changed', roleIds: [] }),
  'admin.status': ({ adminId }) => ({ ids: [adminId], status: 0 }),
  'admin.delete': ({ adminId }) => ({ ids: [adminId] }),
  'admin.password': ({ userId }) => ({ id: userId, newPassword: 'pass2', passwordAgain: 'pass2', resetDue: true }),
}
