import { screen, waitFor, within } from '@testing-library/react'
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
  await isGone(title)
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
