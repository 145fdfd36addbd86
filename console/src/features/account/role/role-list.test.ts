import { expect, test } from 'vitest'
import { cellOf } from '../../../screen-parts/list/cells.testing.ts'
import { roleList, type RoleRow } from './role-list.tsx'

const row: RoleRow = {
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
const text = (key: string, part: Partial<RoleRow> = {}, language: 'zh' | 'en' = 'en') => cellOf(roleList, key, { ...row, ...part }, language).text

test('a role has the number of its rights and members', () => {
  expect([text('rights'), text('rights', {}, 'zh'), text('rights', { rights: [] }), text('memberCount')]).toEqual(['2', '2 项', '0', '3'])
})

test('a role of the platform is marked', () => {
  expect([text('name'), text('name', { builtIn: true })]).toEqual(['editors', 'editors built-in'])
})

test.each([
  ['all', [], 'All domains'],
  ['own', [], 'Own domains only'],
  ['groups', [1], 'Domains of 1 service group'],
  ['groups', [1, 2], 'Domains of 2 service groups'],
] as const)('a role that reaches %s %j says so', (dataScope, ids, expected) =>
  expect(text('dataScope', { dataScope, serviceGroupIds: [...ids] })).toBe(expected),
)
