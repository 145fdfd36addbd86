import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../api/client.ts'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { downloads } from '../../../browser/pressed/downloads.testing.ts'
import { workbookFile } from './import/workbook.testing.ts'
import { openEditor } from './record-editor.testing.tsx'

/* Lines that are pasted, and files that are imported, are shown as they were read, and a wrong line is put right where it is. */

const pastedText = [
  'mail A 192.0.2.25',
  '   IN AAAA 2001:db8::1',
  't5\tA\t192.0.2.70',
  't5\tA\t192.0.2.71\t600\t电信',
  't6\tA\t192.0.2.72\t600\t电信_浙江',
].join('\n')

type Editor = Awaited<ReturnType<typeof openEditor>>
const found = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

/** The saved records as `host type value TTL line`. */
async function stored({ id }: Editor): Promise<string[]> {
  const { data } = await call(record.list, { domainId: id, limit: 200 })
  return data.list.map((row) => `${row.host} ${row.type} ${row.value} ${row.ttl} ${row.line}`).sort()
}

const sheetOf = (name: string, host: string, isHidden = false) => ({
  ...{ name, isHidden },
  rows: [
    ['Host', 'Type', 'Value'],
    [host, 'A', '192.0.2.1'],
  ],
})

/** The dialog of an import, opened. */
async function importing({ name, chooseForDomain }: Editor) {
  await chooseForDomain('Import')
  const title = `Import records into ${name}`
  const element = await screen.findByRole('dialog', { name: title })
  const dialog = within(element)
  await dialog.findByRole('textbox', { name: 'Paste records' })
  const chooser = () => element.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('there is no place for a file')
  const isOpen = () => screen.queryByRole('dialog', { name: title }) !== null
  return { dialog, chooser, isOpen }
}

test('a paste shows each line as it was read, has a wrong one put right, and is saved as it was shown', async () => {
  const editor = await openEditor()
  await editor.chooseForDomain('Paste rows')
  const title = 'Paste rows'
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  const box = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: title })
  await editor.hand.click(box)
  await editor.hand.paste(pastedText)
  await dialog.findByText('4 records recognised, 1 line not recognised')
  const cellsOf = (value: string): (string | null)[] => {
    const row = dialog.getAllByRole('row').find(({ textContent }) => textContent.includes(value))
    return [...(row?.querySelectorAll('td') ?? [])].slice(0, 6).map(({ textContent }) => textContent)
  }
  expect(cellsOf('2001:db8::1')).toEqual(['2', 'mail', 'AAAA', 'Default', '2001:db8::1', '600'])
  expect(cellsOf('192.0.2.71')).toEqual(['4', 't5', 'A', 'China Telecom', '192.0.2.71', '600'])
  expect(dialog.getByText('Unknown line: 电信_浙江')).toBeTruthy()
  await expectAccessible('pasted lines, one of them wrong')

  const line = dialog.getByRole('textbox', { name: 'Text of line 5' })
  fireEvent.change(line, { target: { value: 't6\tA\t192.0.2.72\t600' } })
  await dialog.findByText('5 records recognised')
  expect(box.value).toBe(pastedText.replace('\t电信_浙江', ''))
  await editor.hand.click(await found('Add 5 records'))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  await editor.save()
  expect(await stored(editor)).toEqual([
    'mail A 192.0.2.25 600 default',
    'mail AAAA 2001:db8::1 600 default',
    't5 A 192.0.2.70 600 default',
    't5 A 192.0.2.71 600 telecom',
    't6 A 192.0.2.72 600 default',
  ])
})

test('what was typed into the box of a paste is not lost without a question', async () => {
  const { chooseForDomain, hand } = await openEditor()
  const title = 'Paste rows'
  const opened = async () => {
    await chooseForDomain(title)
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    return { dialog, box: await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: title }) }
  }
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  const first = await opened()
  await hand.click(first.dialog.getByRole('button', { name: 'Cancel' }))
  await gone()
  // Rows that were pasted onto the page are still in the clipboard.
  fireEvent.paste(document.body, { clipboardData: { getData: () => 'www\tA\t192.0.2.1\nftp\tA\t192.0.2.1' } })
  await hand.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: 'Cancel' }))
  await gone()
  const { dialog, box } = await opened()
  await hand.type(box, 'www A 192.0.2.1')
  await hand.click(dialog.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' })
  await hand.click(await found('Keep editing'))
  expect(box.value).toBe('www A 192.0.2.1')
  await hand.click(dialog.getByRole('button', { name: 'Cancel' }))
  await hand.click(await found('Discard'))
  await gone()
})

test('a wrong line of an import is put right in its preview', async () => {
  const editor = await openEditor()
  const { dialog, isOpen } = await importing(editor)
  const table = '记录类型,主机记录,记录值,线路类型\nA,web,192.0.2.80,默认\nA,web,192.0.2.999,联通\n'
  fireEvent.change(dialog.getByRole('textbox', { name: 'Paste records' }), { target: { value: table } })
  await editor.hand.click(await found('Preview'))
  const line = await dialog.findByRole('textbox', { name: 'Text of line 3' })
  await expectAccessible('the preview of an import with a wrong line')
  fireEvent.change(line, { target: { value: 'A,web,192.0.2.81,联通' } })
  await editor.hand.type(line, '{Enter}')
  await editor.hand.click(await found('Import 2 changes'))
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(await stored(editor)).toEqual(['web A 192.0.2.80 600 default', 'web A 192.0.2.81 600 unicom'])
})

test.each([
  ['CSV', 'Export CSV'],
  ['XLSX', 'Export XLSX (up to 50,000 records)'],
])('what is exported as %s changes nothing when the file is imported again', async (format, action) => {
  const files = downloads()
  const editor = await openEditor()
  const add = (host: string, type: string, value: string, line = 'default') => ({ op: 'add' as const, record: { host, type, value, line, ttl: 600 } })
  const changes = [add('mail', 'A', '192.0.2.25'), add('mail', 'AAAA', '2001:db8::1'), add('web', 'A', '192.0.2.80'), add('web', 'A', '192.0.2.81', 'unicom')]
  await call(record.apply, { domainId: editor.id, changes })
  await editor.chooseForDomain(action)
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual([`${editor.name}.${format.toLowerCase()}`]))
  const { dialog, chooser, isOpen } = await importing(editor)
  expect(chooser().accept.split(',')).toContain(`.${format.toLowerCase()}`)
  await editor.hand.upload(chooser(), files)
  const box = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: files[0]?.name ?? '' })
  expect(box.value.trimEnd().split('\n')).toHaveLength(changes.length + 1)
  expect(dialog.getByLabelText<HTMLSelectElement>('Format').value).toBe('table')
  await expectAccessible('an import with a file')
  await editor.hand.click(dialog.getByRole('radio', { name: /^Replace all/ }))
  await editor.hand.click(await found('Preview'))
  await dialog.findByText('No changes to import')
  await editor.hand.click(await found('Back to editing'))
  await editor.hand.click(await found('Cancel'))
  expect(isOpen()).toBe(false)
})

test('while the server still reads a file, nothing can be previewed, and the button says why', async () => {
  const editor = await openEditor()
  const { dialog, chooser } = await importing(editor)
  const { console } = editor
  await console.quiet()
  let isRefused: boolean | null = null
  const look = (): void => {
    // Other calls go on beside it.
    if (console.exchanges.at(-1)?.sent.path !== record.workbook.path) console.meanwhile = look
    else isRefused = screen.getByRole<HTMLButtonElement>('button', { name: 'Reading file…' }).disabled
  }
  console.meanwhile = look
  await editor.hand.upload(chooser(), workbookFile('slow.xlsx', [sheetOf('Records', 'slow')]))
  await waitFor(() => expect(isRefused).toBe(true))
  await editor.hand.click(await found('Preview'))
  await dialog.findByText(/slow 600 IN A 192\.0\.2\.1/)
})

test('of an XLSX file with several sheets, another one can be chosen', async () => {
  const editor = await openEditor()
  const { dialog, chooser, isOpen } = await importing(editor)
  const sheets = [sheetOf('Notes', 'hidden', true), sheetOf('Records', 'shown'), sheetOf('Old records', 'old')]
  await editor.hand.upload(chooser(), workbookFile('sheets.xlsx', sheets))
  await dialog.findByText('The file has 3 sheets. Only “Records” is imported.')
  const box = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'sheets.xlsx' })
  const choice = dialog.getByLabelText('Sheet')
  expect(box.value).toContain('shown')
  await expectAccessible('an import of one sheet among several')
  await editor.hand.selectOptions(choice, 'Notes (hidden)')
  await waitFor(() => expect(box.value).toContain('hidden'))
  await editor.hand.selectOptions(choice, 'Old records')
  await waitFor(() => expect(box.value).toContain('old'))
  await editor.hand.click(await found('Cancel'))
  expect(isOpen()).toBe(false)
})

test('an XLSX file that cannot be read says so where it was chosen', async () => {
  const editor = await openEditor()
  const { dialog, chooser } = await importing(editor)
  await editor.hand.upload(chooser(), new File(['PK\u0003\u0004 and nothing more'], 'broken.xlsx'))
  await dialog.findByText('Not a readable XLSX workbook, or too large once unpacked')
  await expectAccessible('an import whose file cannot be read')
})
