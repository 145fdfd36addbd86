import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { menuRow } from '@nameplane/contract/account/menu-row'
import type { Sent } from '@nameplane/contract/endpoint'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { wholeConsole } from '../../../app/whole-console.testing.tsx'
import { freshWord, inLanguage, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../browser/pressed/signed-in.testing.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { shellMessages } from '../../../shell/shell.messages.ts'
import { MenuPage } from './menu-page.tsx'
import { menuMessages, menuWords } from './menu.messages.ts'

/* The table of the menu, and the side menu that follows it. Its rows are their own, so that nobody else's menu changes. */
const text = menuMessages.en
const parts = partsMessages.en
const path = '/account/power/menus'
/** A screen that no row of the platform opens. */
const screenPath = '/account/security'
const externalUrl = 'https://www.example.com/'
/** Only who holds it sees the rows of these tests in the menu. */
const right = 'menu.write'

const label = (field: string): string => menuWords.label(field, 'en')
const rowsNow = async () => (await call(menuRow.list, {})).data.list
/** By its label: the roles of all that is in the table would have to be found out otherwise. */
const labelled = (name: string) => screen.findByLabelText(name)
const dialog = async () => within(await screen.findByRole('dialog'))
const menuItem = (name: string) => screen.getByRole('menuitem', { name: new RegExp(`^${name}`) })
const sideMenu = () => within(screen.getByRole('navigation', { name: shellMessages.en.menu }))
const linkTo = (name: string) => sideMenu().queryByRole('link', { name })
const saved = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** Added until the test is finished. */
async function added(row: Sent<typeof menuRow.save>): Promise<number> {
  const { id } = (await call(menuRow.save, row)).data
  onTestFinished(async () => {
    if ((await rowsNow()).some((one) => one.id === id)) await call(menuRow.delete, { ids: [id] })
  })
  return id
}

/** A heading in the section of the table itself, so that the side menu shows it beside the table, with an entry that leads elsewhere. */
async function newHeading() {
  const rows = await rowsNow()
  const group = rows.find((row) => row.path === path)?.parentId
  const section = rows.find(({ id }) => id === group)?.parentId
  const [name, handbook] = [freshWord(), freshWord()]
  const id = await added({ kind: 'directory', parentId: section, nameZh: name, nameEn: name })
  await added({ kind: 'page', parentId: id, nameZh: handbook, nameEn: handbook, externalUrl, right })
  return { id, name, handbook }
}

/** A heading with another entry, which opens a screen. */
async function headingWithScreen() {
  const heading = await newHeading()
  const entry = freshWord()
  await added({ kind: 'page', parentId: heading.id, nameZh: entry, nameEn: entry, path: screenPath, right })
  return { ...heading, entry }
}

test('rows are moved by keyboard, and the side menu follows', async () => {
  inLanguage('en')
  const [first, second] = [await headingWithScreen(), await headingWithScreen()]
  const console = wholeConsole()
  await console.open(`/redirect${path}`)
  const headings = () =>
    sideMenu()
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter((name) => name === first.name || name === second.name)
  expect(headings()).toEqual([first.name, second.name])
  const handle = await labelled(text.drag(second.name))
  act(() => handle.focus())
  await console.hand.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(headings()).toEqual([second.name, first.name]))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(text.drag(second.name)))
})

test('rows are renamed and hidden, and the side menu follows; hidden is not closed', async () => {
  inLanguage('en')
  const { name, entry, handbook } = await headingWithScreen()
  const duties = freshWord()
  const console = wholeConsole()
  const { hand } = console
  await console.open(`/redirect${path}`)
  // So that what stands below a heading stands in the side menu too.
  await hand.click(await labelled(shellMessages.en.wideMenu))
  await hand.click(await labelled(`${parts.edit} ${entry}`))
  const renaming = await dialog()
  const field = renaming.getByRole('textbox', { name: label('nameEn') })
  await hand.clear(field)
  await hand.type(field, duties)
  await hand.click(renaming.getByRole('button', { name: parts.save }))
  await saved()
  await hand.click(await sideMenu().findByRole('button', { name }))
  await hand.click(await sideMenu().findByRole('link', { name: duties }))
  await within(screen.getByRole('navigation', { name: shellMessages.en.breadcrumb })).findByText(duties)

  await console.open(`/redirect${path}`)
  await hand.click(await labelled(`${parts.edit} ${duties}`))
  const hiding = await dialog()
  await hand.click(hiding.getByRole('checkbox', { name: label('hidden') }))
  await hand.click(hiding.getByRole('button', { name: parts.save }))
  await saved()
  await waitFor(() => expect(linkTo(duties)).toBeNull())
  await console.open(`/redirect${path}`)
  expect([linkTo('Menus'), linkTo(handbook)]).not.toContain(null)
  expect(linkTo(duties)).toBeNull()
  await console.open(screenPath)
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.queryByText('You do not have permission to view this page')).toBeNull()
})

test('a row of one’s own, found among all of them unfolded, is deleted, and leaves the side menu too', async () => {
  inLanguage('en')
  const { handbook } = await newHeading()
  const console = wholeConsole()
  const { hand } = console
  await console.open(`/redirect${path}`)
  expect(linkTo(handbook)).not.toBeNull()
  await labelled(`${parts.moreActions} ${handbook}`)
  const rows = () => document.querySelectorAll('main tr[data-row]').length
  const atFirst = rows()
  await hand.click(screen.getByText(text.foldAll))
  expect(rows()).toBeLessThan(atFirst)
  await hand.click(screen.getByText(text.expandAll))
  expect(rows()).toBeGreaterThan(atFirst)
  await hand.click(await labelled(`${parts.moreActions} ${handbook}`))
  await hand.click(menuItem(parts.delete))
  await hand.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: parts.delete }))
  await waitFor(() => expect(linkTo(handbook)).toBeNull())
  expect((await rowsNow()).some(({ nameEn }) => nameEn === handbook)).toBe(false)
})

test('who may change rows need not be able to delete them', async () => {
  inLanguage('en')
  const { handbook } = await newHeading()
  await signInWith(['menu.read', 'menu.write'])
  const hand = pressed(<MenuPage />, path)
  await labelled(`${parts.edit} ${handbook}`)
  await hand.click(await labelled(`${parts.moreActions} ${handbook}`))
  const remove = menuItem(parts.delete)
  expect(remove.textContent).toContain(problemText('right_missing', 'en'))
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  expect(menuItem(parts.edit).getAttribute('aria-disabled')).toBeNull()
})
