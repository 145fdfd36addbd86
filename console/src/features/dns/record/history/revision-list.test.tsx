import { describe, expect, test } from 'vitest'
import { record } from '@nameplane/contract/dns/record'
import { answer, shownWith } from '../../../../screen-parts/shown-with.testing.tsx'
import { currentLanguage } from '../../../../i18n/language.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { historyMessages } from './history.messages.ts'
import type { RevisionRow } from './revision-facts.tsx'
import { RevisionList } from './revision-list.tsx'

const text = textsIn(historyMessages, currentLanguage())
const saved = (version: number, part: Partial<RevisionRow> = {}): RevisionRow => ({
  ...{
    version,
    actor: 'ada',
    actorKind: 'administrator',
    actingAs: null,
    action: 'record.apply',
    acknowledged: [],
    at: '2026-03-10T12:00:00.000Z',
    added: 1,
    updated: 0,
    deleted: 0,
  },
  ...part,
})
type Shown = { list?: RevisionRow[]; page?: number; recordId?: number; cameFrom?: number | null; onByTime?: () => void }
function shown({ list = [saved(3), saved(2)], page = 1, recordId, cameFrom = 3, onByTime }: Shown): string {
  const asked = { domainId: 7, page, limit: 30, ...(recordId === undefined ? {} : { recordId }) }
  const reply = { data: { list, totalCount: 2 } }
  const place = { domainId: 7, recordId: recordId ?? null, page, cameFrom, onByTime: onByTime ?? null }
  return shownWith(<RevisionList {...place} onPage={() => {}} onOpen={() => {}} />, [answer(record.history, asked, reply)])
}
const rows = (html: string): string[] => html.split('<li>').slice(1)

describe('the saved states', () => {
  test('are as many as there are, and the newest of all is the current one', () => {
    const [first, second] = rows(shown({}))
    expect([first!.includes(text.version('3')), first!.includes(text.current)]).toEqual([true, true])
    expect([second!.includes(text.version('2')), second!.includes(text.current)]).toEqual([true, false])
    expect(shown({ page: 2 })).not.toContain(text.current)
  })

  test('have the focus where the reader comes back from', () => {
    expect(rows(shown({ cameFrom: 2 })).map((row) => row.includes('autofocus'))).toEqual([false, true])
  })

  test('say which warnings were ticked, if any were', () => {
    const [first, second] = rows(shown({ list: [saved(3, { acknowledged: ['private_address'] }), saved(2)] }))
    expect([first!.includes(text.acknowledged), second!.includes(text.acknowledged)]).toEqual([true, false])
  })

  test('of a domain can be looked for by their time; of a record they cannot', () => {
    const ways = (html: string): boolean[] => [html.includes(text.help), html.includes(text.moment.open)]
    expect(ways(shown({ onByTime: () => {} }))).toEqual([true, true])
    expect(ways(shown({}))).toEqual([true, false])
    expect(ways(shown({ recordId: 9, onByTime: () => {} }))).toEqual([false, false])
  })

  test('say so where there are none', () => {
    expect(shown({ list: [] })).toContain(text.empty)
    expect(shown({ list: [], recordId: 9 })).toContain(text.emptyRecord)
  })
})
