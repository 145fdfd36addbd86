import { describe, expect, test } from 'vitest'
import type { EmailRow } from '@nameplane/contract/system/email'
import { formatDay } from '../../../../i18n/format.ts'
import { cellOf } from '../../../../screen-parts/list/cells.testing.ts'
import { emailList } from './email-list.tsx'

const [past, future] = ['2020-03-09T14:05:09Z', '2120-03-09T14:05:09Z']
const row: EmailRow = {
  id: 7,
  scenario: 'test',
  recipient: 'ada@example.org',
  about: '',
  language: 'en',
  state: 'queued',
  tries: 1,
  createtime: past,
  finishTime: null,
  nextTime: future,
  failure: null,
  reply: '',
  canRetry: false,
}
const reason = (part: Partial<EmailRow>) => cellOf(emailList, 'reason', { ...row, ...part })

describe('an email in the log', () => {
  test.each([
    ['queued', 'warning'],
    ['sending', 'warning'],
    ['sent', 'good'],
    ['failed', 'bad'],
  ] as const)('that is %s has its colour', (state, tone) => expect(cellOf(emailList, 'state', { ...row, state }).tone).toBe(tone))

  test('that was tried says when it is tried again', () => expect(reason({}).text).toContain(formatDay(future)))
  test.each([
    ['waits for its first try', { tries: 0 }],
    ['has no time for another try', { nextTime: null }],
    ['is being sent', { state: 'sending' }],
    ['was given up', { state: 'failed' }],
  ] as const)('that %s does not', (_, part) => expect(reason(part).text).toBe(''))

  test('says why it was not sent, with the words of the server in the tooltip', () => {
    const failed = reason({ state: 'failed', failure: 'recipient_refused', reply: '550 no such user' })
    expect(failed.text).not.toBe('')
    expect(failed.title).toBe(`${failed.text} · 550 no such user`)
  })
  test('that waits says first when it is tried again, whole in the tooltip', () => {
    const why = reason({ state: 'failed', failure: 'recipient_refused' }).text
    const waiting = reason({ failure: 'recipient_refused', reply: '450 try later' })
    expect(waiting.text).toMatch(new RegExp(`${formatDay(future)}.* · ${why}$`))
    expect(waiting.title).toBe(`${waiting.text} · 450 try later`)
  })
  test('that was sent says nothing more', () => expect(reason({ state: 'sent', reply: '250 ok', failure: 'recipient_refused' })).toEqual({ text: '' }))
})
