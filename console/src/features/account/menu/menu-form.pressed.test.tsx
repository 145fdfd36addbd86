import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { menuRow } from '@nameplane/contract/account/menu-row'
import type { Sent } from '@nameplane/contract/endpoint'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { AddMenuRow, EditMenuRow } from './menu-form.tsx'
import { menuMessages, menuWords } from './menu.messages.ts'
import { MoveMenuRow } from './move-menu-row.tsx'

/* Rows of the menu that are switched off, so that nobody else's menu changes. */
const text = menuMessages.zh
const parts = partsMessages.zh
const label = (field: string): string => menuWords.label(field, 'zh')
const button = (name: string) => screen.getByRole('button', { name })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>((content) => content.replace(/\*$/, '') === label(name))
const hasField = (name: string) => screen.queryByLabelText((content) => content.replace(/\*$/, '') === label(name)) !== null
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const rowsNow = async () => (await call(menuRow.list, {})).data.list

async function made(changes: Partial<Sent<typeof menuRow.save>> = {}) {
  const word = freshWord()
  const { id } = (await call(menuRow.save, { kind: 'directory', parentId: null, nameZh: word, nameEn: word, enabled: false, ...changes })).data
  const rows = await rowsNow()
  return { rows, row: rows.find((row) => row.id === id)! }
}
const remove = (...ids: number[]) => call(menuRow.delete, { ids })
const named = async (name: string) => (await rowsNow()).find(({ nameZh }) => nameZh === name)

describe('a new row', () => {
  test('begins as what may stand below its parent, and has the fields of its kind', async () => {
    const { rows, row } = await made()
    const shown = () => ['icon', 'path', 'right', 'hidden', 'cached', 'feature'].filter((name) => hasField(name))
    const hand = pressed(<AddMenuRow rows={rows} parent={row} onClose={() => {}} />)
    expect([field('kind').value, field('parentId').value]).toEqual(['page', String(row.id)])
    expect(shown()).toEqual(['icon', 'path', 'right', 'hidden', 'cached', 'feature'])
    expect(within(field('parentId')).queryByRole('option', { name: text.topLevel })).toBeNull()
    await hand.selectOptions(field('kind'), 'directory')
    expect(shown()).toEqual(['icon', 'hidden', 'feature'])
    expect(within(field('parentId')).getByRole('option', { name: text.topLevel })).toBeTruthy()
    await hand.selectOptions(field('kind'), 'button')
    expect(shown()).toEqual(['right'])
    expect(field('right').required || field('right').getAttribute('aria-required') === 'true').toBe(true)
    await remove(row.id)
  })

  test('at the top is a directory, needs a name in both languages, and is saved as it was filled in', async () => {
    const word = freshWord()
    const close = vi.fn<() => void>()
    const hand = pressed(<AddMenuRow rows={await rowsNow()} parent={null} onClose={close} />)
    expect([field('kind').value, field('parentId').value, field('enabled').checked]).toEqual(['directory', '', true])
    await hand.type(field('nameZh'), word)
    await hand.click(field('enabled'))
    await hand.click(button(text.add))
    await waitFor(() => expect(told()).toEqual([problemText('required', 'zh')]))
    expect(close).not.toHaveBeenCalled()
    await hand.type(field('nameEn'), `${word} en`)
    const modes = within(screen.getByRole('group', { name: label('modes') })).getAllByRole<HTMLInputElement>('checkbox')
    await hand.click(modes[1]!)
    await hand.click(modes[0]!)
    await hand.click(modes[1]!)
    expect(modes.map(({ checked }) => checked).filter(Boolean)).toHaveLength(1)
    await hand.selectOptions(field('feature'), 'dm')
    await hand.selectOptions(field('icon'), 'key')
    await hand.click(button(text.add))
    await waitFor(() => expect(close).toHaveBeenCalled())
    const row = (await named(word))!
    expect(row).toMatchObject({ kind: 'directory', parentId: null, nameEn: `${word} en`, enabled: false, feature: 'dm', icon: 'key', builtIn: false })
    expect(row.modes).toHaveLength(1)
    await remove(row.id)
  })
})

describe('a row that is changed', () => {
  test('of one’s own keeps its path and right where they are not touched', async () => {
    const { row: parent } = await made()
    const { row } = await made({ kind: 'page', parentId: parent.id, path: '/dns/domain/list?status=0', right: 'domain.read', cached: false, hidden: true })
    const close = vi.fn<() => void>()
    const hand = pressed(<EditMenuRow row={row} saved={row} onStale={() => {}} onClose={close} />)
    expect(screen.getByRole('heading', { name: text.editTitle(row.nameZh!) })).toBeTruthy()
    await waitFor(() => expect(within(field('right')).getAllByRole('option').length).toBeGreaterThan(1))
    expect([field('path').value, field('path').readOnly, field('cached').checked, field('hidden').checked]).toEqual([
      '/dns/domain/list?status=0',
      false,
      false,
      true,
    ])
    expect(screen.queryByText(text.ownTitle)).toBeNull()
    await hand.type(field('nameZh'), '二')
    await hand.click(button(parts.save))
    await waitFor(() => expect(close).toHaveBeenCalled())
    const now = (await named(`${row.nameZh}二`))!
    expect(now).toMatchObject({ path: '/dns/domain/list?status=0', right: 'domain.read', cached: false, hidden: true, enabled: false })
    await remove(row.id)
    await remove(parent.id)
  })

  test('of the platform shows its path and right, and gives neither away; without a name it is called as its page', async () => {
    const row = (await rowsNow()).find((one) => one.builtIn && one.kind === 'page' && one.right === 'role.read')!
    pressed(<EditMenuRow row={row} saved={row} onStale={() => {}} onClose={() => {}} />)
    expect([field('path').value, field('path').readOnly, field('right').readOnly]).toEqual([row.path, true, true])
    await waitFor(() => expect(field('right').value).toMatch(/ · role\.read$/))
    expect(screen.getAllByText(text.ownTitle)).toHaveLength(2)
    expect(hasField('externalUrl')).toBe(false)
  })

  test('for everybody says so', async () => {
    const row = (await rowsNow()).find((one) => one.builtIn && one.kind === 'page')!
    pressed(<EditMenuRow row={{ ...row, right: null }} saved={row} onStale={() => {}} onClose={() => {}} />)
    expect(field('right').value).toBe(text.everyone)
  })
})

test('a page is moved below another directory, and nothing but directories is offered', async () => {
  const { row: from } = await made()
  const { row: to } = await made()
  const { rows, row } = await made({ kind: 'page', parentId: from.id, path: '/dns/domain/list' })
  const close = vi.fn<() => void>()
  const hand = pressed(<MoveMenuRow rows={rows} row={row} onClose={close} />)
  const target = screen.getByRole<HTMLSelectElement>('combobox', { name: new RegExp(`^${text.target}`) })
  expect(target.value).toBe(String(from.id))
  expect(within(target).queryByRole('option', { name: text.topLevel })).toBeNull()
  const offered = [...target.options].map(({ value }) => value).filter((value) => value !== '')
  expect(offered.length).toBe(rows.filter(({ kind }) => kind === 'directory').length)
  await hand.selectOptions(target, String(to.id))
  await hand.click(button(parts.save))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect((await named(row.nameZh!))!.parentId).toBe(to.id)
  await remove(row.id)
  await remove(from.id, to.id)
})
