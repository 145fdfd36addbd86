import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { ExportPage } from './export-page.tsx'
import { ImportPage } from './import-page.tsx'

/* Pages that work on many domains: what they ask for before anything is done. */
const text = changeSetMessages.zh
const labelled = (field: string): RegExp => new RegExp(`^${changeSetWords.label(field, 'zh')}\\*?$`)
const list = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: labelled('domains') })
const way = (label: string) => screen.getByRole<HTMLInputElement>('radio', { name: label })

test('records are exported of listed domains at first, and a list has to name one', async () => {
  const user = pressed(<ExportPage />, '/dns/domain/bulk/recordExport')
  expect([way(text.listed).checked, way(text.filtered).checked]).toEqual([true, false])
  await user.click(screen.getByRole('button', { name: text.export.run }))
  expect(await screen.findByText(text.emptyList)).toBeTruthy()
  expect(document.activeElement).toBe(list())
  // What is typed takes the complaint away.
  await user.type(list()!, 'one.example')
  expect(screen.queryByText(text.emptyList)).toBeNull()
})

test('of two ways to say which domains, one is shown', async () => {
  const user = pressed(<ExportPage />, '/dns/domain/bulk/recordExport')
  const search = () => screen.queryByRole('textbox', { name: labelled('domainSearch') })
  expect([list() !== null, search() !== null]).toEqual([true, false])
  await user.click(way(text.filtered))
  expect([list() !== null, search() !== null]).toEqual([false, true])
  expect(screen.getByText(text.export.filteredHelp)).toBeTruthy()
  await user.click(way(text.listed))
  expect([list() !== null, search() !== null]).toEqual([true, false])
})

test('listed domains are counted, and each line that is none says why', async () => {
  const user = pressed(<ExportPage />, '/dns/domain/bulk/recordExport')
  expect(screen.queryByRole('status')).toBeNull()
  await user.type(list()!, 'one.example\n\nno domain\ntwo.example')
  const status = screen.getByRole('status')
  expect([within(status).queryByText(text.listCount(2)) !== null, within(status).queryByText(text.listWrong(1)) !== null]).toEqual([true, true])
  const [wrong, ...others] = within(screen.getByRole('list', { name: text.listWrong(1) })).getAllByRole('listitem')
  expect(others).toEqual([])
  expect(wrong!.textContent).toContain(text.lineAt('3'))
  await user.clear(list()!)
  await user.type(list()!, 'one.example')
  expect(screen.queryByRole('list')).toBeNull()
})

test('an import needs something to read, which is said until something is chosen or pasted', async () => {
  const user = pressed(<ImportPage />, '/dns/domain/bulk/recordImport')
  await user.click(screen.getByRole('button', { name: text.preview }))
  await screen.findByText(text.import.empty)
})

test('an import waits for files that are still read', async () => {
  const user = pressed(<ImportPage />, '/dns/domain/bulk/recordImport')
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>()
  const slow = Object.assign(new File(['x'], 'slow.zone'), { arrayBuffer: () => promise })
  await user.upload(screen.getByLabelText<HTMLInputElement>(new RegExp(text.import.choose)), slow)
  expect(screen.getByRole('button', { name: text.import.reading })).toHaveProperty('disabled', true)
  resolve(new TextEncoder().encode('www 600 IN A 192.0.2.1').buffer)
  expect(await screen.findByRole('button', { name: text.preview })).toHaveProperty('disabled', false)
  expect(screen.getByText('slow.zone')).toBeTruthy()
})

test('an import asks where new domains belong only where it may add some', async () => {
  const user = pressed(<ImportPage />, '/dns/domain/bulk/recordImport')
  const owner = () => screen.queryByText(changeSetWords.label('userId', 'zh'))
  const creates = await screen.findByRole<HTMLInputElement>('checkbox', { name: labelled('createMissing') })
  expect([creates.checked, owner() !== null]).toEqual([false, false])
  await user.click(creates)
  expect(owner()).not.toBeNull()
  expect(await screen.findByRole('option', { name: text.defaultGroup })).toBeTruthy()
  await user.click(creates)
  expect(owner()).toBeNull()
})
