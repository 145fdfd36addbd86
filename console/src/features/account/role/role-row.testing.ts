import type { RoleRow } from './role-list.tsx'

/** A role of two rights that may be changed. */
export const roleRow: RoleRow = {
  id: 4,
  name: 'editors',
  description: 'for the shop',
  dataScope: 'own',
  serviceGroupIds: [],
  builtIn: false,
  rights: ['domain.read', 'domain.write'],
  memberCount: 3,
  isWithin: true,
  rowVersion: 1,
  createTime: '2020-03-09T14:05:09Z',
  updateTime: '2020-03-09T14:05:09Z',
}
