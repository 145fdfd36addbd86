import type { ChangeSet } from '@nameplane/contract/dns/change-set'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { formatExactTime } from '../../../i18n/format.ts'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { SetFacts } from './set-facts.tsx'

const [made, later] = ['2026-03-04T05:06:07.000Z', '2026-03-05T05:06:07.000Z']
const set = {
  ...{ id: 7, kind: 'record_update', state: 'done', summary: {}, author: 'ada', isOwn: true, undoesId: null },
  ...{ createTime: made, dueTime: made, startTime: made, endTime: made, approvalUntil: null, approver: null, decideTime: null, approvalRemark: '' },
  ...{ watchState: null, domains: 1, waiting: 0, done: 1, failed: 0, cancelled: 0, undone: 0, added: 0, updated: 3, deleted: 0 },
} as ChangeSet
const label = (field: string): string => changeSetWords.label(field, 'zh')
const result = changeSetMessages.zh.resultOf

/** What is told of a set, by its name. */
function told(part: Partial<ChangeSet>): ReadonlyMap<string, string> {
  const html = renderToStaticMarkup(<SetFacts set={{ ...set, ...part }} />)
  const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, '')
  return new Map([...html.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs)].map(([, name = '', value = '']) => [plain(name), plain(value)]))
}

describe('a bulk operation', () => {
  test('that waits for approval says until when, and nothing of what it did', () => {
    const facts = told({ state: 'awaiting', approvalUntil: later, startTime: null, endTime: null, updated: 0 })
    expect(facts.get(label('approvalUntil'))).toBe(formatExactTime(later))
    expect([facts.has(result), facts.has(label('startTime')), facts.has(label('endTime'))]).toEqual([false, false, false])
  })

  test('that was approved says by whom, when and what it did, and no more until when it could be', () => {
    const facts = told({ approvalUntil: later, approver: 'grace', decideTime: later, approvalRemark: 'agreed' })
    expect([facts.get(label('approver')), facts.get(label('decideTime')), facts.get(label('approvalRemark'))]).toEqual([
      'grace',
      formatExactTime(later),
      'agreed',
    ])
    expect(facts.get(result)).toContain('3')
    expect(facts.has(label('approvalUntil'))).toBe(false)
  })

  test('says when it was due only where that was not at once, and what it undoes', () => {
    expect(told({}).has(label('dueTime'))).toBe(false)
    expect(told({ dueTime: later }).get(label('dueTime'))).toBe(formatExactTime(later))
    expect(told({}).has(label('undoesId'))).toBe(false)
    expect(told({ kind: 'undo', undoesId: 5 }).get(label('undoesId'))).toBe(changeSetMessages.zh.log.openUndone('5'))
  })
})
