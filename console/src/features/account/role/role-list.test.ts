import { expect, test } from 'vitest'
import { cellOf } from '../../../screen-parts/list/cells.testing.ts'
import { roleList, type RoleRow } from './role-list.tsx'
import { roleRow } from './role-row.testing.ts'

const text = (key: string, part: Partial<RoleRow> = {}, language: 'zh' | 'en' = 'en') => cellOf(roleList, key, { ...roleRow, ...part }, language).text

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
