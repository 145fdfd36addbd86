import { expect, test } from 'vitest'
import type { NamedRight } from '@nameplane/contract/account/role'
import { rolePresets } from '@nameplane/contract/account/role-presets'
import { rightNames, rights, rightsOpeningAll } from '@nameplane/contract/rights'
import { givenOf, startedBy } from './preset-rights.ts'

const named: readonly NamedRight[] = rights.map((right) => ({
  right,
  title: rightNames[right],
  isForUsers: false,
  opensAll: rightsOpeningAll.has(right),
  ofDomains: true,
}))
const finance = rolePresets.find(({ key }) => key === 'finance')!

test('a preset fills in its rights, and leaves out those that the author may not grant', () => {
  expect(givenOf(finance, named, () => null)).toEqual({ given: expect.arrayContaining([...finance.rights]) as string[], left: [] })
  const { given, left } = givenOf(finance, named, ({ right }) => (right.startsWith('payment.') ? 'not held' : null))
  expect(given.toSorted()).toEqual(finance.rights.filter((right) => !right.startsWith('payment.')).toSorted())
  expect(left.map(({ right }) => right).toSorted()).toEqual(['payment.read', 'payment.write'])
})

test('a preset names the role, but not over what was typed', () => {
  const none = { name: '', description: '', rights: [] }
  const [one, other] = [
    { name: 'Finance', description: 'of money', rights: ['payment.read'] },
    { name: 'Support', description: 'of people', rights: [] },
  ]
  expect(startedBy(one, none, { name: '', description: undefined })).toEqual(one)
  expect(startedBy(other, one, { name: 'Finance', description: 'of money' })).toEqual(other)
  expect(startedBy(other, one, { name: 'mine', description: 'of money' })).toEqual({ ...other, name: 'mine' })
  expect(startedBy(none, one, { name: 'Finance', description: 'own' })).toEqual({ ...none, description: 'own' })
})
