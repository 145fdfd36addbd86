import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { button, dialogOf, isGone, openEditor, put, told, type Part } from './record-editor.testing.tsx'

/* The table, the lines of one record, and a change of many, in the editor as it stands in the console. */

const rowOf = (host: string): HTMLElement => {
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-record]')]
  const row = rows.find((one) => one.querySelector('[data-column=host]')?.textContent === host)
  if (!row) throw new Error(`no row of ${host}`)
  return row
}
const isRefused = (element: HTMLElement): boolean => element.hasAttribute('disabled') || element.getAttribute('aria-disabled') === 'true'
const valueOf = (host: string): HTMLElement => rowOf(host).querySelector<HTMLElement>('[data-column=value]')!

test('a changed value stands below what it was, in its row alone', async () => {
  const { hand } = await openEditor(['six', 'AAAA', '2001:db8:85a3:1111:2222:8a2e:3701:7334'], ['other', 'A', '192.0.2.1'])
  fireEvent.doubleClick(valueOf('six'))
  const field = await waitFor(() => within(valueOf('six')).getByRole('textbox'))
  put(field, '2001:db8::7334')
  await hand.keyboard('{Enter}')
  await waitFor(() => expect(valueOf('six').querySelector('del')?.textContent).toBe('2001:db8:85a3:1111:2222:8a2e:3701:7334'))
  expect(valueOf('six').querySelector('ins')?.textContent).toBe('2001:db8::7334')
  expect(valueOf('other').querySelector('del, ins')).toBeNull()
})

test('a line is chosen out of the usual ones, the tree or by pinyin, with the keyboard alone', async () => {
  const { hand, openForm, isFormGone } = await openEditor()
  const form = await openForm()
  const isChosen = (name: string) => form.findByLabelText(`Line: ${name}`)
  const openAt = async (name: string): Promise<void> => {
    const chosen = await isChosen(name)
    chosen.focus()
    await hand.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(search()))
  }
  const search = () => document.querySelector('[role=combobox][aria-label="Search line name or code"]')
  const group = (name: string): Part => within(form.getByLabelText(name, { selector: '[role=tree] > [role=group]' }))
  const namesIn = (name: string): (string | null | undefined)[] =>
    group(name)
      .getAllByRole('treeitem')
      .map((one) => nameOf(one))
  const nameOf = (one: Element | null) => one?.querySelector('span:not([aria-hidden])')?.textContent
  const marked = (): string | null | undefined => nameOf(document.querySelector('[data-marked]'))
  const isOpen = (code: string): string | null | undefined => document.querySelector(`[data-line=${code}][aria-expanded]`)?.getAttribute('aria-expanded')

  await openAt('Default')
  expect(namesIn('Common')).toEqual(['Default', 'China Telecom', 'China Unicom', 'China Mobile', 'CERNET', 'Overseas'])
  await expectAccessible('the line picker')
  // From the last of the usual lines into the tree: Asia unfolds and shows its countries.
  await hand.keyboard('{End}')
  expect(marked()).not.toBe('Default')
  await hand.keyboard('{Home}')
  expect(marked()).toBe('Default')
  expect(isOpen('asia')).toBe('false')
  for (let step = 0; marked() !== 'Asia' && step < 60; step++) await hand.keyboard('{ArrowDown}')
  await hand.keyboard('{ArrowRight}')
  expect(isOpen('asia')).toBe('true')
  await hand.keyboard('{ArrowRight}')
  const country = marked() ?? ''
  expect(country).not.toBe('Asia')
  await hand.keyboard('{Enter}')
  await openAt(country)
  // Chosen once, it is at hand.
  expect(namesIn('Recent')[0]).toBe(country)
  await hand.keyboard('dianxin')
  // The dictionary of pinyin may have to be read first.
  await waitFor(() => expect(marked()).toBe('China Telecom'))
  await hand.keyboard('{Enter}')
  await openAt('China Telecom')
  await hand.keyboard('default')
  await waitFor(() => expect(marked()).toBe('Default'))
  await hand.keyboard('{Enter}')
  await isChosen('Default')
  expect(search()).toBeNull()
  await hand.click(button('Cancel', form))
  await isFormGone()
})

test('a part of the values is replaced in all records that match, and the answers follow', async () => {
  const { hand, chooseForDomain, answers, stored } = await openEditor(['www', 'A', '192.0.2.1'], ['api', 'A', '192.0.2.2'], ['api', 'A', '198.51.100.3'])
  await chooseForDomain('Change in bulk')
  const all = await dialogOf('Change 3 records')
  await hand.selectOptions(all.getByLabelText('Action'), 'Find and replace in values')
  await hand.click(button('Preview', all))
  await all.findByRole('alert')
  put(all.getByLabelText(/^Find\*?$/), '192.0.2.')
  put(all.getByLabelText(/^Replace with/), '203.0.113.')
  await hand.click(button('Preview', all))
  await all.findByText(/api\s+600\s+IN\s+A\s+203\.0\.113\.2/)
  await hand.click(button('Save 2 changes', all))
  await told('Done: 0 added, 2 changed, 0 deleted')
  await isGone(/^Change \d+ records?$/)
  await answers('www', 'A', ['203.0.113.1'])
  await answers('api', 'A', ['198.51.100.3', '203.0.113.2'])

  // Filtered, only what matches; refused, nothing at all.
  put(screen.getByRole('searchbox', { name: 'Search host, value or remark' }), '198.51')
  await screen.findByText('1 record')
  await chooseForDomain('Change in bulk')
  const one = await dialogOf('Change 1 record')
  put(one.getByLabelText(/^TTL\*?$/), '60')
  await hand.click(button('Preview', one))
  within(await one.findByRole('region', { name: '1 error' })).getByText(/api\s+600\s+IN\s+A\s+198\.51\.100\.3/)
  expect(isRefused(button(/^Save \d+ changes?$/, one))).toBe(true)
  await hand.click(button('Back', one))
  await hand.selectOptions(one.getByLabelText('Action'), 'Delete')
  await hand.click(button('Preview', one))
  await hand.click(await one.findByRole('button', { name: 'Save 1 change' }))
  await isGone(/^Change \d+ records?$/)
  expect(await stored()).toEqual(['api A 203.0.113.2 600', 'www A 203.0.113.1 600'])
})
