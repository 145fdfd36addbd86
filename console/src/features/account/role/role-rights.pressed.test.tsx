import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { role } from '@nameplane/contract/account/role'
import type { Sent } from '@nameplane/contract/endpoint'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { OwnTitlesProvider } from '../../../routing/own-titles.tsx'
import { CompareRoles, RoleRights } from './role-rights.tsx'
import { roleMessages, roleWords } from './role.messages.ts'

const text = roleMessages.zh
const scopeName = roleWords.label('dataScope', 'zh')
/* Screens are called as their paths. */
const titles = { titleOf: ({ path }: { path: string }) => ({ zh: path, en: path }), loadAll: () => Promise.resolve() }

async function made(changes: Partial<Sent<typeof role.save>>) {
  const name = freshWord()
  await call(role.save, { name, description: '', rights: [], dataScope: 'own', ...changes })
  return (await call(role.list, { search: name })).data.list[0]!
}
type Row = Awaited<ReturnType<typeof made>>
const compared = (one: Row, other: Row) =>
  pressed(
    <OwnTitlesProvider titles={titles}>
      <CompareRoles one={one} other={other} onClose={() => {}} />
    </OwnTitlesProvider>,
  )
/** The rows of the table: what each is about, and both roles. */
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('the rights of a role are shown, and cannot be ticked there', async () => {
  const row = await made({ rights: ['user.read'] })
  const hand = pressed(<RoleRights row={row} onClose={() => {}} />)
  const item = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('[role=treeitem]')!
  const [read, write] = [await item('user.read'), await item('user.write')]
  expect(screen.getByRole('dialog', { name: text.showTitle(row.name) }).textContent).toContain(text.choices.dataScope.own)
  expect([read, write].map((one) => one.getAttribute('aria-checked'))).toEqual(['true', 'false'])
  expect([read.title, read.getAttribute('aria-disabled')]).toEqual([text.onlyShown, 'true'])
  await hand.click(write)
  expect(write.getAttribute('aria-checked')).toBe('false')
})

test('a role of service groups says of how many', async () => {
  const row = await made({})
  pressed(<RoleRights row={{ ...row, dataScope: 'groups', serviceGroupIds: [1, 2] }} onClose={() => {}} />)
  expect(await screen.findByText(text.scopeOfGroups(2))).toBeTruthy()
})

test('two roles are compared by what one has and the other has not, then by everything', async () => {
  const [one, other] = [await made({ rights: ['user.read', 'user.write'] }), await made({ rights: ['user.read', 'role.read'], dataScope: 'all' })]
  const hand = compared(one, other)
  await screen.findByRole('rowheader', { name: /添加与修改用户/ })
  const differences = rows()
  expect(differences[0]).toEqual([scopeName, text.choices.dataScope.own, text.choices.dataScope.all])
  expect(
    differences
      .slice(1)
      .map(([, mine, theirs]) => `${mine}${theirs}`)
      .toSorted(),
  ).toEqual([`${text.has}${text.hasNot}`, `${text.hasNot}${text.has}`].toSorted())
  await hand.click(screen.getByRole('checkbox', { name: text.onlyDifferences }))
  expect(rows().length).toBeGreaterThan(20)
  expect(rows().some(([, mine, theirs]) => mine === text.has && theirs === text.has)).toBe(true)
})

test('two roles with the same rights say so, and show their scope only with everything', async () => {
  const [one, other] = [await made({ rights: ['user.read'] }), await made({ rights: ['user.read'] })]
  const hand = compared(one, other)
  await screen.findByText(text.noDifferences)
  expect(rows()).toEqual([])
  await hand.click(screen.getByRole('checkbox', { name: text.onlyDifferences }))
  expect(rows()[0]).toEqual([scopeName, text.choices.dataScope.own, text.choices.dataScope.own])
  expect(screen.queryByText(text.noDifferences)).toBeNull()
})

test('as many service groups are not the same ones', async () => {
  const row = await made({})
  const [one, other] = [
    { ...row, dataScope: 'groups' as const, serviceGroupIds: [1] },
    { ...row, dataScope: 'groups' as const, serviceGroupIds: [2] },
  ]
  compared(one, other)
  await screen.findByText(text.noDifferences)
  expect(rows()).toEqual([[scopeName, text.scopeOfGroups(1), text.scopeOfGroups(1)]])
})
