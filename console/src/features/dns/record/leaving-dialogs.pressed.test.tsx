import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { watchChoiceMessages } from '../../../entities/record/watch-choice.messages.ts'
import { shownAddress } from '../../../routing/address.ts'
import { bulkMessages } from './bulk/bulk.messages.ts'
import { button, chooseTemplate, dialogOf, isGone, openEditor, put, recordPath, type Part } from './record-editor.testing.tsx'

/* What is typed into a dialog over the records of a domain is lost by no way out without a question. */

type Editor = Awaited<ReturnType<typeof openEditor>>
const elsewhere = '/dns/domain/list'
const isAsked = () => screen.queryByRole('alertdialog', { name: 'Discard unsaved changes?' }) !== null
const answer = async ({ hand }: Editor, name: 'Keep editing' | 'Discard') => {
  await waitFor(() => expect(isAsked()).toBe(true))
  await hand.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }))
  await waitFor(() => expect(isAsked()).toBe(false))
}
/** Whether the browser asks before the page is closed or loaded again. */
const isHeld = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

const bulk = bulkMessages.en
const fromMenu =
  (action: string) =>
  ({ chooseForDomain }: Editor): Promise<void> =>
    chooseForDomain(action)

const typed: readonly [
  dialog: string,
  titled: (editor: Editor) => string | RegExp,
  open: (editor: Editor) => Promise<unknown>,
  field: (dialog: Part, editor: Editor) => Promise<HTMLElement>,
][] = [
  ['a record', () => 'Add record', ({ openForm }) => openForm(), (dialog) => dialog.findByLabelText(/^Host\*?$/)],
  [
    'a template',
    () => 'Add from template',
    fromMenu('Add from template'),
    async (_, { hand }) => (await chooseTemplate(hand, 'Microsoft 365')).findByLabelText(/^Mail server/),
  ],
  [
    'a change of all records',
    () => /^Change \d+ records?$/,
    fromMenu('Change in bulk'),
    async (dialog, { hand }) => {
      await hand.selectOptions(await dialog.findByRole('combobox', { name: new RegExp(`^${bulk.action}`) }), bulk.actions.value)
      return dialog.findByLabelText(new RegExp(`^${bulk.find}\\*?$`))
    },
  ],
  ['an import', ({ name }) => `Import records into ${name}`, fromMenu('Import'), (dialog) => dialog.findByRole('textbox', { name: 'Paste records' })],
  ['a paste', () => 'Paste rows', fromMenu('Paste rows'), (dialog) => dialog.findByRole('textbox', { name: 'Paste rows' })],
]

test.each(typed)('what is typed into %s is asked about by the button, on the way to another page, and by the browser', async (_, titled, open, field) => {
  const editor = await openEditor(['www', 'A', '192.0.2.1'])
  const { hand, console } = editor
  const title = titled(editor)
  const opened = async () => {
    await open(editor)
    const dialog = await dialogOf(title)
    return { dialog, field: (await field(dialog, editor)) as HTMLInputElement }
  }
  // What is only chosen is chosen again by one press.
  await hand.click(button('Cancel', (await opened()).dialog))
  await isGone(title)
  expect(isHeld()).toBe(false)

  const { dialog, field: box } = await opened()
  put(box, 'typed')
  const isKept = () => expect(box.isConnected && box.value).toBe('typed')
  await waitFor(() => expect(isHeld()).toBe(true))
  await hand.click(button('Cancel', dialog))
  await answer(editor, 'Keep editing')
  isKept()
  console.goTo(elsewhere)
  await answer(editor, 'Keep editing')
  isKept()
  expect(shownAddress.get()?.pathname).not.toBe(elsewhere)
  await hand.click(button('Cancel', dialog))
  await answer(editor, 'Discard')
  await isGone(title)
  expect(isHeld()).toBe(false)

  put((await opened()).field, 'typed')
  console.goTo(elsewhere)
  await answer(editor, 'Discard')
  await waitFor(() => expect(shownAddress.get()?.pathname).toBe(elsewhere))
  await console.open(recordPath(editor.name, editor.id))
  await screen.findByRole('row', { name: /SOA/ })
  await isGone(title)
})

test('a change of all records that is on its way is not asked about, and stays until it is answered', async () => {
  const editor = await openEditor(['www', 'A', '192.0.2.1'])
  const { hand, console } = editor
  await editor.chooseForDomain('Change in bulk')
  const dialog = await dialogOf('Change 1 record')
  put(await dialog.findByLabelText(/^TTL/), '300')
  await hand.click(button(bulk.preview, dialog))
  const run = await dialog.findByRole('button', { name: bulk.run(1) })
  const seen: boolean[] = []
  console.meanwhile = () => {
    fireEvent.click(button('Close', dialog))
    // Once that has been drawn.
    setTimeout(() => seen.push(isAsked()))
  }
  await hand.click(run)
  await isGone('Change 1 record')
  expect([seen, isAsked()]).toEqual([[false], false])
  expect(await editor.stored()).toEqual(['www A 192.0.2.1 300'])
})

test('an import that is submitted leads to its bulk operation without a question, and is closed on the way back', async () => {
  const editor = await openEditor()
  const { hand, console, name, id } = editor
  await editor.chooseForDomain('Import')
  const title = `Import records into ${name}`
  const dialog = await dialogOf(title)
  put(await dialog.findByRole('textbox', { name: 'Paste records' }), 'www 600 IN A 192.0.2.1')
  await hand.click(button('Preview', dialog))
  await hand.click(await dialog.findByRole('checkbox', { name: watchChoiceMessages.en.watch }))
  await hand.click(button('Import 1 change', dialog))
  await waitFor(() => expect(shownAddress.get()).toEqual({ pathname: '/dns/domain/bulk/log', search: expect.stringMatching(/^\?set=\d+$/) }))
  expect(isAsked()).toBe(false)
  await console.open(recordPath(name, id))
  await screen.findByRole('row', { name: /SOA/ })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what is put right in the preview of a file is asked about, and the file itself is not', async () => {
  const editor = await openEditor()
  const { hand, name } = editor
  await editor.chooseForDomain('Import')
  const title = `Import records into ${name}`
  const dialog = await dialogOf(title)
  await dialog.findByRole('textbox', { name: 'Paste records' })
  const choose = async () => {
    await hand.upload(screen.getByRole('dialog').querySelector<HTMLInputElement>('input[type=file]')!, new File(['www 600 IN A 192.0.2.999\n'], 'zone.db'))
    await dialog.findByRole('button', { name: 'Remove file' })
  }
  await choose()
  await hand.click(button('Preview', dialog))
  const line = await dialog.findByRole('textbox', { name: 'Text of line 1' })
  expect(isHeld()).toBe(false)
  put(line, 'www 600 IN A 192.0.2.99')
  await hand.type(line, '{Enter}')
  await dialog.findByRole('button', { name: 'Import 1 change' })
  await waitFor(() => expect(isHeld()).toBe(true))
  await hand.click(button('Close', dialog))
  await answer(editor, 'Keep editing')
  // The file that is chosen again is as it was, until its text is changed.
  await hand.click(button('Back to editing', dialog))
  await hand.click(await dialog.findByRole('button', { name: 'Remove file' }))
  await choose()
  await waitFor(() => expect(isHeld()).toBe(false))
  put(dialog.getByRole('textbox', { name: 'zone.db' }), 'www 600 IN A 192.0.2.98')
  await waitFor(() => expect(isHeld()).toBe(true))
  put(dialog.getByRole('textbox', { name: 'zone.db' }), '')
  await waitFor(() => expect(isHeld()).toBe(false))
  await hand.click(button('Close', dialog))
  await isGone(title)
})

test('what was typed for one template is still there on the way back from another', async () => {
  const editor = await openEditor()
  const { hand } = editor
  await editor.chooseForDomain('Add from template')
  const server = (dialog: Part) => dialog.findByLabelText<HTMLInputElement>(/^Mail server/)
  put(await server(await chooseTemplate(hand, 'Microsoft 365')), 'own.mail.example')
  button(/^Template: /).focus()
  const other = await chooseTemplate(hand, 'Zone apex and www for a website')
  expect(other.queryByDisplayValue('own.mail.example')).toBeNull()
  put(await other.findByLabelText(/^IPv4/), '192.0.2.7')
  button(/^Template: /).focus()
  expect((await server(await chooseTemplate(hand, 'Microsoft 365'))).value).toBe('own.mail.example')
})
