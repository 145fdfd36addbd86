import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../../api/client.ts'
import { Router } from '../../../../app/router.tsx'
import { signInWith } from '../../../../browser/pressed/signed-in.testing.ts'
import { button, dialogOf, newDomain, openEditor, openEditorOf, put } from '../record-editor.testing.tsx'

/* Records edited where they are listed, by pointer. */

const row = (text: RegExp) => screen.getByRole('row', { name: text })
const textIn = (text: RegExp, value: string) => within(row(text)).getByText(value, { exact: true })
/** The editor of cells is loaded with the first of them. */
const cell = (label: string) => within(screen.getByRole('grid')).findByLabelText<HTMLInputElement>(label)
const pending = () => screen.queryByRole('region', { name: /^\d+ pending changes?$/ })
const active = /^Active www A /

test('a cell is typed in after a double click, and a click elsewhere keeps it or says what is wrong', async () => {
  const { id, name, hand, tray } = await openEditor(['host', 'A', '192.0.2.101'], ['other', 'A', '192.0.2.102'])
  const elsewhere = () => hand.click(screen.getByRole('heading', { name: new RegExp(name) }))
  await hand.dblClick(textIn(/192\.0\.2\.101/, '600'))
  put(await cell('TTL host A'), 'soon')
  await elsewhere()
  await within(row(/192\.0\.2\.101/)).findByRole('alert')
  await hand.dblClick(textIn(/192\.0\.2\.102/, '600'))
  expect((await cell('TTL host A')).value).toBe('soon')
  put(await cell('TTL host A'), '5m')
  await elsewhere()
  await tray()

  // Another type asks for the value that it needs.
  await hand.dblClick(textIn(/192\.0\.2\.101/, 'A'))
  await hand.selectOptions(await cell('Type host A'), 'AAAA')
  await elsewhere()
  await within(row(/host AAAA/)).findByRole('alert')
  put(await cell('Value host A'), '2001:db8::1')
  await elsewhere()
  await screen.findByRole('row', { name: /2001:db8::1/ })
  await hand.dblClick(textIn(/2001:db8::1/, 'Default'))
  await hand.type(await screen.findByRole('combobox', { name: 'Search line name or code' }), 'China Telecom{Enter}')
  await within(row(/2001:db8::1/)).findByText('China Telecom', { exact: true })
  expect(pending()?.getAttribute('aria-label')).toBe('1 pending change')
  await hand.click(button('Save now', await tray()))
  const review = await dialogOf('Review changes')
  await hand.click(await review.findByLabelText('I understand these warnings and want to save (1 warning)'))
  await hand.click(button('Save', review))
  await waitFor(() => expect(pending()).toBeNull())
  const { list } = (await call(record.list, { domainId: id, host: 'host' })).data
  expect(list).toMatchObject([{ type: 'AAAA', value: '2001:db8::1', ttl: 300, line: 'telecom' }])
})

test('nothing can be typed, switched or added quickly in a locked domain, and the switch says why', async () => {
  const edited = await newDomain(['www', 'A', '192.0.2.1'])
  await call(domain.lock, { ids: [edited.id], locked: 1 })
  const { console, hand } = await openEditorOf(edited)
  const pause = screen.getByRole<HTMLButtonElement>('switch', { name: active })
  expect([pause.disabled, pause.title]).toEqual([true, 'Locked'])
  await hand.dblClick(textIn(/192\.0\.2\.1/, '192.0.2.1'))
  await console.quiet()
  expect(within(screen.getByRole('grid')).queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('form', { name: 'Quick add' })).toBeNull()
})

test('another account in the same browser sees none of the pending changes', async () => {
  const edited = await newDomain(['www', 'A', '192.0.2.1'])
  const { console, hand, tray } = await openEditorOf(edited)
  await hand.click(screen.getByRole('switch', { name: active }))
  await tray()
  const inList = async () => within(await screen.findByRole('row', { name: new RegExp(edited.name) }))
  await console.open(`/dns/domain/list?search=${edited.name}`)
  await (await inList()).findByRole('link', { name: 'Pending' })

  cleanup()
  await signInWith(['domain.read', 'record.read', 'record.write'])
  render(<Router />)
  const others = await inList()
  await console.quiet()
  expect(others.queryByRole('link', { name: 'Pending' })).toBeNull()
  await hand.click((await inList()).getByRole('link', { name: edited.name }))
  expect((await screen.findByRole('switch', { name: active })).getAttribute('aria-checked')).toBe('true')
  await console.quiet()
  expect(pending()).toBeNull()
})
