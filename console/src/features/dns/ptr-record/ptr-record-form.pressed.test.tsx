import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ptrRecord } from '@nameplane/contract/dns/ptr-record'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { GenerateDialog } from './generate-dialog.tsx'
import { AddPtrRecord, EditPtrRecord } from './ptr-record-form.tsx'
import { ptrRecordMessages, ptrRecordWords } from './ptr-record.messages.ts'

const text = ptrRecordMessages.zh
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${ptrRecordWords.label(name, 'zh')}`) })
const button = (name: string) => screen.getByRole('button', { name })
const closing = () => vi.fn<() => void>()

/** An active network that nothing else has: what its addresses begin with, and what PTR records it has. */
async function newNetwork() {
  const group = () => `a${freshWord().slice(1, 4)}`
  const prefix = `2001:db8:${group()}:${group()}:`
  const remark = freshWord()
  await call(reverseSegment.save, { cidr: `${prefix}:/64`, remark })
  const { id } = (await call(reverseSegment.list, { limit: 200 })).data.list.find((row) => row.remark === remark)!
  await call(reverseSegment.activate, { ids: [id] })
  const saved = async () => (await call(ptrRecord.list, { segmentId: id, limit: 200 })).data.list
  return { address: (last: string) => `${prefix}:${last}`, saved }
}

test('an address in an active network gets a name, with a TTL that was typed with its unit', async () => {
  const { address, saved } = await newNetwork()
  const close = closing()
  const hand = pressed(<AddPtrRecord onClose={close} />)
  expect(field('ttl').value).toBe('600')
  await hand.type(field('address'), '2001:db9::1')
  await hand.type(field('hostName'), 'Mail.Example.com.')
  await hand.clear(field('ttl'))
  await hand.type(field('ttl'), '2h')
  await hand.click(button(text.add))
  // In no network of the platform: refused at the address, and nothing that was typed is lost.
  await waitFor(() => expect(field('address').getAttribute('aria-invalid')).toBe('true'))
  expect(field('hostName').value).toBe('Mail.Example.com.')
  expect(close).not.toHaveBeenCalled()
  await hand.clear(field('address'))
  await hand.type(field('address'), address('7'))
  await hand.click(button(text.add))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(await saved()).toMatchObject([{ address: address('7'), hostName: 'mail.example.com', ttl: 7200 }])
})

test('the name of an address is changed, and nothing else', async () => {
  const { address, saved } = await newNetwork()
  await call(ptrRecord.save, { address: address('1'), hostName: 'one.example', ttl: 900 })
  const [row] = await saved()
  const close = closing()
  const hand = pressed(<EditPtrRecord row={row!} saved={row!} onStale={() => {}} onClose={close} />)
  expect(screen.getByRole('heading', { name: text.editTitle(address('1')) })).toBeTruthy()
  expect([field('hostName').value, field('ttl').value]).toEqual(['one.example', '900'])
  await hand.clear(field('hostName'))
  await hand.type(field('hostName'), 'other.example')
  await hand.click(button(partsMessages.zh.save))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(await saved()).toMatchObject([{ address: address('1'), hostName: 'other.example', ttl: 900 }])
})

test('what a pattern makes of a range is seen before it is saved, until something else is typed', async () => {
  const { address, saved } = await newNetwork()
  await call(ptrRecord.save, { address: address('2'), hostName: 'kept.example', ttl: 600 })
  const close = closing()
  const hand = pressed(<GenerateDialog onClose={close} />)
  await hand.type(field('first'), address('1'))
  await hand.type(field('last'), address('3'))
  await hand.type(field('pattern'), 'host-{{n}.example')
  await hand.click(button(text.preview))
  await screen.findByText(text.previewed({ added: 2, updated: 0, kept: 1 }))
  const sample = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
  expect(sample()).toEqual([`${address('1')} → host-1.example`, `${address('3')} → host-3.example`])
  expect(await saved()).toHaveLength(1)

  await hand.click(screen.getByRole('checkbox', { name: new RegExp(`^${ptrRecordWords.label('replaces', 'zh')}`) }))
  expect(sample()).toEqual([])
  await hand.click(button(text.preview))
  await screen.findByText(text.previewed({ added: 2, updated: 1, kept: 0 }))
  expect(sample()[1]).toBe(`${address('2')} → host-2.example${text.becomes('kept.example')}`)
  await hand.click(button(text.generate))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect((await saved()).map(({ hostName }) => hostName).toSorted()).toEqual(['host-1.example', 'host-2.example', 'host-3.example'])
})

test('of a long range the first and the last are seen, with how many are between them', async () => {
  const { address } = await newNetwork()
  const hand = pressed(<GenerateDialog onClose={() => {}} />)
  await hand.type(field('first'), address('1'))
  await hand.type(field('last'), address('ff'))
  await hand.type(field('pattern'), 'host-{{n}.example')
  await hand.click(button(text.preview))
  await screen.findByText(text.previewed({ added: 255, updated: 0, kept: 0 }))
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const between = rows.findIndex((row) => row.startsWith(text.more(255 - rows.length)))
  expect([rows[0], rows.at(-1), between]).toEqual([`${address('1')} → host-1.example`, `${address('ff')} → host-255.example`, Math.ceil(rows.length / 2)])
})
