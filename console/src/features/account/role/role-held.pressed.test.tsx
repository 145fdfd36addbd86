import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { role } from '@nameplane/contract/account/role'
import { user as users } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { problemText } from '@nameplane/contract/problem-text'
import { rightNames } from '@nameplane/contract/rights'
import { call } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { seeAsRole } from '../../../api/seen-role.ts'
import { wholeConsole, type WholeConsole } from '../../../app/whole-console.testing.tsx'
import { freshWord, inLanguage, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { signInAs } from '../../../browser/pressed/signed-in.testing.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { shellMessages } from '../../../shell/shell.messages.ts'
import { RolePage } from './role-page.tsx'
import { roleMessages, roleWords } from './role.messages.ts'

/* What a role does to those who hold it, and to who looks at the console through it. */
const text = roleMessages.en
const parts = partsMessages.en
const shell = shellMessages.en
const password = 'tulip-Ferry-29-moss'
const path = '/account/power/roles'
const domains = '/dns/domain/list'
/** May be opened by everybody who is signed in. */
const everybodys = '/account/users/reset-password'

const label = (field: string): string => roleWords.label(field, 'en')
const button = (name: string, place = screen.getByRole('main')) => within(place).getByRole('button', { name })
const arrived = (at: string) => waitFor(() => expect(document.querySelector('main')?.dataset['screen']).toBe(at))
const heading = (name: string) => screen.findByRole('heading', { name })
const sections = () =>
  within(screen.getByRole('navigation', { name: shell.sections }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const saved = async (name: string) => (await call(role.list, { search: name })).data.list.find((row) => row.name === name)!

async function choose(hand: WholeConsole['hand'], name: string, action: string): Promise<void> {
  await hand.click(await screen.findByRole('button', { name: `${parts.moreActions} ${name}` }))
  await hand.click(screen.getByRole('menuitem', { name: action }))
}

/** Begins where everybody does who has just signed in. */
async function begin(console: WholeConsole): Promise<void> {
  queryClient.clear()
  await console.open(`/redirect${everybodys}`)
  console.goTo('/console')
}

test('a role is made from the tree by keyboard, given to somebody, and holds at once: by menu, by address and by call', async () => {
  inLanguage('en')
  const [name, keeper] = [`${freshWord()} readers`, freshWord()]
  const { id: deleting } = (await call(role.save, { name: freshWord(), rights: ['role.delete'], dataScope: 'own' })).data
  await call(admin.save, { username: keeper, password, roleIds: [deleting] })
  const console = wholeConsole()
  const { hand } = console
  await console.open(`${path}?search=${encodeURIComponent(name)}`)
  await hand.click(button(text.add))
  const dialog = await screen.findByRole('dialog', { name: text.add })
  await hand.type(within(dialog).getByRole('textbox', { name: new RegExp(`^${label('name')}`) }), name)
  const tree = within(dialog).getByRole('tree', { name: label('rights') })
  // Somebody may be adding a page with the same right just now: it stands further below.
  const [named] = await within(tree).findAllByText(rightNames['domain.read'].en)
  const leaf = named!.closest<HTMLElement>('[role=treeitem]')!
  const items = [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')]
  act(() => items[0]?.focus())
  await hand.keyboard('{End}')
  expect(document.activeElement).toBe(items.at(-1))
  await hand.keyboard('{Home}')
  expect(document.activeElement).toBe(items[0])
  act(() => leaf.focus())
  await hand.keyboard(' ')
  expect(leaf.getAttribute('aria-checked')).toBe('true')
  const branch = within(tree).getByText('DNS').closest('[role=treeitem]')
  expect(branch?.getAttribute('aria-checked')).toBe('mixed')
  await hand.click(within(dialog).getByRole('radio', { name: new RegExp(`^${text.choices.dataScope.all}`) }))
  await hand.click(button(text.add, dialog))

  await choose(hand, name, text.members)
  await hand.type(await screen.findByRole('textbox', { name: text.searchMembers }), `${keeper}{Enter}`)
  await hand.click(await screen.findByRole('button', { name: text.addMember(keeper) }))
  await screen.findByRole('button', { name: text.removeMember(keeper) })
  const { id } = await saved(name)

  await signInAs(keeper)
  await begin(console)
  // The overview is not theirs to see: the first screen that is opens.
  await arrived(domains)
  await heading('Domains')
  expect(sections()).toEqual(['DNS', 'Accounts'])
  await console.open(path)
  await heading('You do not have permission to view this page')
  await expect(call(role.list, {})).rejects.toMatchObject({ code: 'right_missing' })
  expect((await call(domain.list, {})).data.list).toBeInstanceOf(Array)

  // In the session that goes on.
  await call(role.delete, { ids: [id], withMembers: true })
  await expect(call(domain.list, {})).rejects.toMatchObject({ code: 'right_missing' })
})

test('a role is copied from its menu with what it may and how far, and without its members', async () => {
  inLanguage('en')
  const [name, username] = [freshWord(), freshWord()]
  const { id } = (await call(role.save, { name, rights: ['domain.read', 'domain.write'], dataScope: 'own' })).data
  await call(admin.save, { username, password, roleIds: [id] })
  expect((await saved(name)).memberCount).toBe(1)
  const hand = pressed(<RolePage />, `${path}?search=${name}`)
  await choose(hand, name, text.copy)
  const dialog = await screen.findByRole('dialog', { name: text.copyTitle(name) })
  const copy = text.copyName(name)
  expect(within(dialog).getByRole('textbox', { name: new RegExp(`^${label('name')}`) })).toHaveProperty('value', copy)
  await hand.click(button(parts.save, dialog))
  const row = (await screen.findByRole('button', { name: `${parts.moreActions} ${copy}` })).closest('tr')!
  expect(within(row).getByRole('cell', { name: text.count('2') })).toBeTruthy()
  expect(await saved(copy)).toMatchObject({ rights: ['domain.read', 'domain.write'], dataScope: 'own', memberCount: 0 })
})

test('the console is seen as a role: its menu, its data and a banner, without any change, and is again as it was', async () => {
  inLanguage('en')
  onTestFinished(() => seeAsRole(null))
  const [name, others] = [freshWord(), `${freshWord()}.example`]
  const { id: userId } = (await call(users.save, { username: freshWord(), password })).data
  await call(domain.save, { domain: others, userId })
  await call(role.save, { name, rights: ['domain.read', 'domain.write'], dataScope: 'own' })
  const console = wholeConsole()
  const { hand } = console
  const banner = () => screen.queryByText(`Viewing as role “${name}”`)?.closest('[role=status]') ?? null
  await console.open(`${path}?search=${name}`)
  await choose(hand, name, text.seeAs)
  await arrived(domains)
  await waitFor(() => expect(banner()).not.toBeNull())
  await heading('Domains')
  expect(sections()).toEqual(['DNS', 'Accounts'])
  await console.open(`${domains}?search=${others}`)
  expect(screen.queryByText(others)).toBeNull()

  const never = `${freshWord()}.example`
  await hand.click(screen.getAllByRole('button', { name: 'Add domain' })[0]!)
  const form = within(await screen.findByRole('dialog'))
  await hand.type(form.getByRole('textbox', { name: /^Domain/ }), never)
  await hand.click(form.getByRole('button', { name: 'Add domain' }))
  const said = () => form.queryAllByRole('alert')
  await waitFor(() => expect(said().map(({ textContent }) => textContent)).toContain(problemText('seen_as_role', 'en')))

  // The address remembers the form that was open, and not what was typed.
  console.goTo(`/redirect${location.hash.slice(1)}`)
  await hand.click(button(parts.discard, await screen.findByRole('alertdialog')))
  await console.quiet()
  expect(banner()).not.toBeNull()
  await hand.click(button(parts.cancel, await screen.findByRole('dialog')))
  await hand.click(screen.getByRole('button', { name: 'Exit view' }))
  await waitFor(() => expect(banner()).toBeNull())
  await waitFor(() => expect(sections()).toContain('Home'))
  expect((await call(domain.list, { search: never })).data.totalCount).toBe(0)
  expect(await screen.findByText(others)).toBeTruthy()
})

test('an ordinary user begins at the own domains and sees nobody else’s', async () => {
  inLanguage('en')
  const [username, word] = [freshWord(), freshWord()]
  const { id: userId } = (await call(users.save, { username, password })).data
  await call(domain.save, { domain: `own-${word}.example`, userId })
  await call(domain.save, { domain: `ours-${word}.example` })
  await signInAs(username)
  const console = wholeConsole()
  await begin(console)
  await arrived(domains)
  await heading('Domains')
  await screen.findByText(`own-${word}.example`)
  await console.quiet()
  expect(screen.queryByText(`ours-${word}.example`)).toBeNull()
  expect(sections()).toEqual(['DNS', 'Accounts'])
})
