import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { role } from '@nameplane/contract/account/role'
import { rolePresets } from '@nameplane/contract/account/role-presets'
import type { Sent } from '@nameplane/contract/endpoint'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../browser/pressed/signed-in.testing.ts'
import { rightMessages } from '../../../entities/right/right.messages.ts'
import { OwnTitlesProvider } from '../../../routing/own-titles.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { CopyRole, dialogs } from './role-form.tsx'
import { RoleMembers } from './role-members.tsx'
import { roleMessages, roleWords } from './role.messages.ts'

/* Dialogs and drawers over roles that are saved. */
const text = roleMessages.zh
const tree = rightMessages.zh
const parts = partsMessages.zh
const label = (field: string): string => roleWords.label(field, 'zh')
const button = (name: string) => screen.getByRole('button', { name })
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label(name)}`) })
const saved = async (name: string) => (await call(role.list, { search: name })).data.list.find((row) => row.name === name)!
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const note = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
/** A right stands in the tree with what calls name it. */
const noted = (name: string) => new RegExp(`^${name.replace('.', '\\.')}( · |$)`)
const right = (name: string) => screen.getByText(noted(name)).closest<HTMLElement>('[role=treeitem]')!
const isTicked = (name: string) => right(name).getAttribute('aria-checked')

async function made(changes: Partial<Sent<typeof role.save>> = {}) {
  const name = freshWord()
  await call(role.save, { name, description: '说明', rights: ['user.read', 'user.write'], dataScope: 'own', ...changes })
  return saved(name)
}
/* Screens are called as their paths. */
const titles = { titleOf: ({ path }: { path: string }) => ({ zh: path, en: path }), loadAll: () => Promise.resolve() }
const shown = (part: ReactNode) => pressed(<OwnTitlesProvider titles={titles}>{part}</OwnTitlesProvider>)

describe('a new role', () => {
  const opened = async () => {
    const close = vi.fn<() => void>()
    const hand = shown(<dialogs.Add onClose={close} />)
    await screen.findByText(noted('user.read'))
    return { close, hand, preset: screen.getByRole<HTMLSelectElement>('combobox', { name: new RegExp(`^${text.preset}`) }) }
  }
  const [operator, editor] = rolePresets

  test('begins with a preset, another one takes its place, and none leaves nothing behind', async () => {
    const { hand, preset } = await opened()
    expect(screen.getByText(text.presetHelp)).toBeTruthy()
    await hand.selectOptions(preset, operator.key)
    expect([field('name').value, field('description').value]).toEqual([operator.name.zh, operator.description.zh])
    expect(screen.queryByText(text.presetHelp)).toBeNull()
    expect(note().some((one) => one.includes(`已选 ${operator.rights.length} /`))).toBe(true)
    expect(isTicked('schedule.write')).toBe('true')
    await hand.selectOptions(preset, editor.key)
    expect([field('name').value, field('description').value]).toEqual([editor.name.zh, editor.description.zh])
    expect(isTicked('schedule.write')).toBe('false')
    await hand.selectOptions(preset, '')
    expect([field('name').value, field('description').value]).toEqual(['', ''])
    expect(isTicked('domain.read')).toBe('false')
  })

  test('keeps the name that was typed, and is saved with the rights of its preset and what was ticked besides', async () => {
    const name = freshWord()
    const { close, hand, preset } = await opened()
    await hand.type(field('name'), name)
    await hand.selectOptions(preset, operator.key)
    expect(field('name').value).toBe(name)
    await hand.click(right('user.read'))
    await hand.click(right('schedule.write'))
    // The first choice is the narrowest: nobody reaches more than what is theirs by oversight.
    expect(screen.getByRole('radio', { name: new RegExp(`^${text.choices.dataScope.own}`) })).toHaveProperty('checked', true)
    await hand.click(button(text.add))
    await waitFor(() => expect(close).toHaveBeenCalled())
    const row = await saved(name)
    expect(row.rights.toSorted()).toEqual([...operator.rights.filter((one) => one !== 'schedule.write'), 'user.read'].toSorted())
    expect(row).toMatchObject({ description: operator.description.zh, dataScope: 'own', serviceGroupIds: [] })
  })

  test('is offered what its author may grant of a preset, and says what is left out', async () => {
    await signInWith(['role.read', 'role.write', 'user.read', 'payment.read', 'dashboard.read', 'config_overview.read'])
    const name = freshWord()
    const { close, hand, preset } = await opened()
    await hand.selectOptions(preset, 'finance')
    expect(screen.getByText((said) => said.startsWith(text.presetCut([])))).toBeTruthy()
    await hand.clear(field('name'))
    await hand.type(field('name'), name)
    await hand.click(button(text.add))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect((await saved(name)).rights.toSorted()).toEqual(['config_overview.read', 'dashboard.read', 'payment.read', 'user.read'])
  })

  test('of some service groups needs one, and of all needs none', async () => {
    const { close, hand } = await opened()
    const name = freshWord()
    await hand.type(field('name'), name)
    await hand.click(screen.getByRole('radio', { name: new RegExp(`^${text.choices.dataScope.groups}`) }))
    await hand.click(button(text.add))
    await waitFor(() => expect(told().length).toBeGreaterThan(0))
    expect(close).not.toHaveBeenCalled()
    await hand.click(screen.getByRole('radio', { name: new RegExp(`^${text.choices.dataScope.all}`) }))
    await hand.click(button(text.add))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect(await saved(name)).toMatchObject({ dataScope: 'all', rights: [] })
  })

  test('finds rights by their names, says where there are none, and ticks those of a branch that only look', async () => {
    const { hand } = await opened()
    const search = screen.getByRole('searchbox', { name: tree.search })
    await hand.type(search, 'no such right')
    expect(screen.getByText(tree.noneFound)).toBeTruthy()
    await hand.clear(search)
    await hand.type(search, 'user.')
    expect(screen.queryByText(tree.noneFound)).toBeNull()
    expect(screen.queryByText(noted('schedule.read'))).toBeNull()
    await hand.click(screen.getAllByRole('button', { name: new RegExp(`：${tree.viewOnly}$`) })[0]!)
    expect([isTicked('user.read'), isTicked('user.delete')]).toEqual(['true', 'false'])
    await hand.click(screen.getAllByRole('button', { name: new RegExp(`：${tree.all}$`) })[0]!)
    expect([isTicked('user.read'), isTicked('user.delete')]).toEqual(['true', 'true'])
  })
})

test('the role of all users keeps its name and scope, and is given nothing that they cannot use', async () => {
  const row = await saved('user')
  const hand = shown(<dialogs.Edit row={row} saved={row} onStale={() => {}} onClose={() => {}} />)
  await screen.findByText(noted('domain.read'))
  expect(screen.getByText(text.rightsOfUserHelp)).toBeTruthy()
  expect(field('name').readOnly).toBe(true)
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('combobox', { name: new RegExp(`^${text.preset}`) })).toBeNull()
  expect(right('admin.write')).toHaveProperty('title', text.notForUsers)
  const before = isTicked('admin.write')
  await hand.click(right('admin.write'))
  expect(isTicked('admin.write')).toBe(before)
  expect(right('domain.read').title).toBe('')
})

test('a role that is changed shows its rights and scope, and is saved with those that are ticked', async () => {
  const row = await made({ dataScope: 'all' })
  const close = vi.fn<() => void>()
  const hand = shown(<dialogs.Edit row={row} saved={row} onStale={() => {}} onClose={close} />)
  await screen.findByText(noted('user.read'))
  expect(screen.getByText(text.rightsHelp)).toBeTruthy()
  expect(field('name').readOnly).toBe(false)
  expect(screen.getByRole('radio', { name: new RegExp(`^${text.choices.dataScope.all}`) })).toHaveProperty('checked', true)
  expect(screen.queryByRole('combobox', { name: new RegExp(`^${text.preset}`) })).toBeNull()
  await hand.click(right('user.write'))
  await hand.click(right('user.delete'))
  await hand.click(button(parts.save))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect((await saved(row.name)).rights.toSorted()).toEqual(['user.delete', 'user.read'])
})

test('a copy has a name of its own, the same rights and scope', async () => {
  const row = await made({ dataScope: 'all' })
  const close = vi.fn<() => void>()
  const hand = shown(<CopyRole row={row} onClose={close} />)
  expect(field('name').value).toBe(text.copyName(row.name))
  await hand.clear(field('name'))
  await hand.type(field('name'), row.name)
  await hand.click(button(parts.save))
  await waitFor(() => expect(told()).toEqual([problemText('role_exists', 'zh')]))
  await hand.type(field('name'), '二')
  await hand.click(button(parts.save))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(await saved(`${row.name}二`)).toMatchObject({ rights: row.rights, dataScope: 'all', memberCount: 0 })
})

describe('members of a role', () => {
  const names = (title: string) =>
    within(screen.getByRole('region', { name: title }))
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent)

  test('are added and taken out at once, and are found by their names', async () => {
    const row = await made()
    const username = freshWord()
    await call(admin.save, { username, password: 'tulip-Ferry-29-moss', status: 0 })
    const hand = shown(<RoleMembers row={row} onClose={() => {}} />)
    expect(await screen.findByText(text.noMembers)).toBeTruthy()
    expect(screen.getByText(text.membersHelp)).toBeTruthy()
    await hand.type(screen.getByRole('textbox', { name: text.searchMembers }), `${username}{Enter}`)
    await waitFor(() => expect(names(text.notMembers)).toEqual([`${username}${text.disabled}${text.addShort}`]))
    expect(screen.queryByText(text.noOthers)).toBeNull()
    await hand.click(button(text.addMember(username)))
    await waitFor(() => expect(names(text.members)).toEqual([`${username}${text.disabled}${text.removeShort}`]))
    expect(await screen.findByText(text.noOthers)).toBeTruthy()
    expect((await call(role.members, { id: row.id, isMember: true, limit: 5 })).data.list.map((one) => one.username)).toEqual([username])
    await hand.click(button(text.removeMember(username)))
    await screen.findByText(text.noMembers)
    expect((await saved(row.name)).memberCount).toBe(0)
  })

  test('are not named by who holds less than the role', async () => {
    const row = await made()
    shown(<RoleMembers row={{ ...row, isWithin: false }} onClose={() => {}} />)
    const add = (await screen.findAllByRole('button', { name: new RegExp(`^${text.addMember('')}`) }))[0]!
    expect([add.title, add.hasAttribute('disabled')]).toEqual([text.beyondOwn, true])
  })

  test('of the role of all users are nobody in particular', async () => {
    shown(<RoleMembers row={await saved('user')} onClose={() => {}} />)
    expect(screen.getByText(text.membersOfUser)).toBeTruthy()
    expect(screen.queryByRole('region', { name: text.members })).toBeNull()
  })
})
