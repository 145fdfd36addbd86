import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'role.save': ({ name }) => ({ name: `role of ${name}`, description: '', rights: ['domain.read'], menuIds: [], dataScope: 'all', serviceGroupIds: [] }),
  'role.update': ({ roleId, groupId, name }) => ({
    id: roleId,
    name: `changed of ${name}`,
    description: 'changed',
    rights: ['domain.read', 'record.read'],
    dataScope: 'groups',
    serviceGroupIds: [groupId],
  }),
  'role.copy': ({ roleId, name }) => ({ id: roleId, name: `copy of ${name}` }),
  'role.delete': ({ roleId }) => ({ ids: [roleId], withMembers: true }),
  'role.detail': ({ roleId }) => ({ id: roleId }),
  'role.members': ({ roleId }) => ({ id: roleId, isMember: true, search: 'a' }),
  'role.addMembers': ({ roleId, otherAdministratorId }) => ({ id: roleId, accountIds: [otherAdministratorId] }),
  'role.removeMembers': ({ roleId, memberId }) => ({ id: roleId, accountIds: [memberId] }),
}
