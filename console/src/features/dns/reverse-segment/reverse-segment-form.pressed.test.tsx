import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { AddSegment, EditSegment } from './reverse-segment-form.tsx'
import { reverseSegmentMessages, reverseSegmentWords } from './reverse-segment.messages.ts'

const text = reverseSegmentMessages.zh
const label = (field: string): string => reverseSegmentWords.label(field, 'zh')
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label(name)}`) })
const group = () => screen.getByRole<HTMLSelectElement>('combobox', { name: new RegExp(`^${label('serviceGroupId')}`) })
const button = (name: string) => screen.getByRole('button', { name })
/** A network that nothing else has. */
const freshNetwork = (): string => `2001:db8:${freshWord().slice(1, 5)}:${freshWord().slice(1, 5)}::/64`
const saved = async (remark: string) => (await call(reverseSegment.list, { limit: 200 })).data.list.find((row) => row.remark === remark)!

test('a network is requested for oneself and the default group, unless others are chosen', async () => {
  const word = freshWord()
  const close = vi.fn<() => void>()
  const hand = pressed(<AddSegment onClose={close} />)
  expect(screen.getByText(text.addNote)).toBeTruthy()
  expect(button(partsMessages.zh.nameAndValue(label('userId'), text.ownAccount))).toBeTruthy()
  await waitFor(() => expect(within(group()).getAllByRole('option')[0]!.textContent).toBe(text.defaultGroup))
  await hand.type(field('cidr'), 'no network')
  await hand.click(button(text.add))
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  await hand.clear(field('cidr'))
  await hand.type(field('cidr'), freshNetwork())
  await hand.click(screen.getByRole('checkbox', { name: new RegExp(`^${label('followsAddresses')}`) }))
  await hand.type(field('remark'), word)
  await hand.click(button(text.add))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(await saved(word)).toMatchObject({ username: 'admin', followsAddresses: true })
})

test('a network that is there already is not requested again', async () => {
  const cidr = freshNetwork()
  await call(reverseSegment.save, { cidr })
  const close = vi.fn<() => void>()
  const hand = pressed(<AddSegment onClose={close} />)
  await hand.type(field('cidr'), cidr)
  await hand.click(button(text.add))
  await screen.findByText(new RegExp(problemText('reverse_segment_overlaps', 'zh', { cidr }).slice(0, 6)))
  expect(close).not.toHaveBeenCalled()
})

test('a network that is changed keeps its owner, and goes from its group to another one', async () => {
  const word = freshWord()
  const [ns1, ns2] = [`ns1.${word}.example`, `ns2.${word}.example`]
  const { id } = (await call(serviceGroup.save, { name: word, mname: ns1, rname: `hostmaster.${word}.example`, ns1, ns2 })).data
  await call(reverseSegment.save, { cidr: freshNetwork(), remark: word })
  const row = await saved(word)
  const close = vi.fn<() => void>()
  const hand = pressed(<EditSegment row={row} saved={row} onStale={() => {}} onClose={close} />)
  expect(screen.getByRole('heading', { name: text.editTitle(row.cidr) })).toBeTruthy()
  await screen.findByRole('button', { name: partsMessages.zh.nameAndValue(label('userId'), row.username) })
  expect(screen.queryByRole('textbox', { name: new RegExp(`^${label('cidr')}`) })).toBeNull()
  await screen.findByRole('option', { name: word })
  await hand.selectOptions(group(), String(id))
  await hand.click(button(partsMessages.zh.save))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(await saved(word)).toMatchObject({ serviceGroupId: id, username: row.username })
})
