import { describe, expect, test } from 'vitest'
import { formatDay, formatExactTime } from '../../../i18n/format.ts'
import { cellOf } from '../../../screen-parts/list/cells.testing.ts'
import { messageList, type MessageRow } from './message-list.tsx'
import { messageRow, rowTime } from './message-row.testing.ts'

const [row, time] = [messageRow, rowTime]
const managed = (part: Partial<NonNullable<MessageRow['management']>>): MessageRow => ({ ...row, management: { ...row.management!, ...part } })

describe('the read rate of a message', () => {
  test.each([
    ['of some of its recipients', 2, 8, '25% 2 / 8'],
    ['of all of them', 8, 8, '100% 8 / 8'],
    ['of nobody', 0, 8, '0% 0 / 8'],
    ['where there is no recipient any more', 0, 0, '0% 0 / 0'],
    ['where more read it than are left', 9, 8, '100% 9 / 8'],
    ['of many', 1500, 3000, '50% 1,500 / 3,000'],
    ['of a third of them', 1, 3, '33% 1 / 3'],
  ])('%s', (_, readers, recipients, text) => {
    expect(cellOf(messageList, 'readRate', managed({ readers, recipients })).text).toBe(text)
  })
  test.each(['draft', 'scheduled'] as const)('is none while it is %s', (state) => expect(cellOf(messageList, 'readRate', { ...row, state }).text).toBe('–'))
  test('stays after it was taken back', () => expect(cellOf(messageList, 'readRate', { ...row, state: 'revoked' }).text).toBe('25% 2 / 8'))
  test('is nothing for those who only receive it', () => expect(cellOf(messageList, 'readRate', { ...row, management: null }).text).toBe('–'))
})

describe('a message in the list', () => {
  test('has the minute for which it is planned, then how long ago it was published', () => {
    const planned = cellOf(messageList, 'publishTime', { ...row, state: 'scheduled' })
    expect(planned).toEqual({ text: formatExactTime(time).slice(0, 16), title: formatExactTime(time) })
    expect(cellOf(messageList, 'publishTime', row)).toEqual({ text: formatDay(time), title: formatExactTime(time) })
    expect(cellOf(messageList, 'publishTime', { ...row, state: 'draft', publishTime: null })).toEqual({ text: '' })
  })

  test('names its writer and when it was changed to those who may manage messages', () => {
    expect([cellOf(messageList, 'author', row).text, cellOf(messageList, 'updated', row).title]).toEqual(['ada', formatExactTime(time)])
    expect([cellOf(messageList, 'author', { ...row, management: null }), cellOf(messageList, 'updated', { ...row, management: null })]).toEqual([
      { text: '' },
      { text: '' },
    ])
    expect([cellOf(messageList, 'createtime', row).text, cellOf(messageList, 'id', { ...row, id: 1200 }).text]).toEqual([formatDay(time), '1200'])
  })

  test('says whom it is for', () => {
    expect(cellOf(messageList, 'audience', row)).toEqual({ text: 'Users and agents', title: 'Users and agents' })
    expect(cellOf(messageList, 'audience', managed({ audience: 'all' })).text).toBe('All accounts')
    expect(cellOf(messageList, 'audience', managed({ audience: 'selected' }), 'zh').text).toBe('指定账号')
    expect(cellOf(messageList, 'audience', { ...row, management: null }).text).toBe('')
  })

  test.each([
    ['draft', 'neutral'],
    ['scheduled', 'warning'],
    ['published', 'good'],
    ['revoked', 'neutral'],
  ] as const)('that is %s has its colour', (state, tone) => expect(cellOf(messageList, 'state', { ...row, state }).tone).toBe(tone))

  test('is marked where it is pinned, and shows its first words', () => {
    expect(cellOf(messageList, 'title', row)).toEqual({ text: 'Maintenance', title: 'Tonight' })
    expect(cellOf(messageList, 'title', { ...row, pinned: true }).text).toBe('Pinned Maintenance')
  })
})
