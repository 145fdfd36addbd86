import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { reverseSegment, type ReverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { currentLanguage } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { answer, rowsOf, shownWith } from '../../../screen-parts/shown-with.testing.tsx'
import { ReverseSegmentPage } from './reverse-segment-page.tsx'
import { reverseSegmentMessages } from './reverse-segment.messages.ts'

const text = textsIn(reverseSegmentMessages, currentLanguage())
const day = '2026-03-10'
beforeAll(() => void vi.useFakeTimers({ now: new Date(`${day}T12:00:00.000Z`) }))
afterAll(() => void vi.useRealTimers())

const segment = (id: number, part: Partial<ReverseSegment> = {}): ReverseSegment => ({
  ...{ id, cidr: `192.0.${id}.0/24`, userId: 3, username: 'ada', serviceGroupId: null, serviceGroupName: '', state: 'active', reason: '', dueDay: null },
  ...{ followsAddresses: false, remark: '', covered: 7, createTime: `${day}T08:00:00.000Z`, updateTime: `${day}T09:00:00.000Z`, rowVersion: 1 },
  ...part,
})
type Shown = { rows?: readonly ReverseSegment[]; search?: Record<string, string>; asked?: object }
function shown({ rows = [segment(1), segment(2, { state: 'submitted' })], search = {}, asked = {} }: Shown): string {
  const query = { page: 1, limit: 20, order: 'desc' as const, ...asked }
  const reply = { data: { list: [...rows], totalCount: rows.length } }
  return shownWith(<ReverseSegmentPage />, [answer(reverseSegment.list, query, reply)], { pathname: '/dns/domain/ptr', search })
}
const heads = (html: string): string[] => [...html.split('</thead>')[0]!.matchAll(/<th\b.*?<\/th>/gs)].map(([head]) => head.replaceAll(/<[^>]*>/g, ''))
const rows = (html: string): string[][] => rowsOf(html).slice(1)

describe('the list of reverse segments', () => {
  test('has a row for each, with what can be done at its end and a tick at its beginning', () => {
    const html = shown({})
    expect(rows(html).map(([cidr, username]) => [cidr, username])).toEqual([
      ['192.0.1.0/24', 'ada'],
      ['192.0.2.0/24', 'ada'],
    ])
    const [first] = html.split('<tbody')[1]!.split('</tr>')
    expect([first!.match(/type="checkbox"/g)?.length, first!.match(/aria-haspopup="menu"/g)?.length]).toEqual([1, 1])
    expect(html.match(/<col\b/g)).toHaveLength(heads(html).length)
  })

  test('leads from one that is active to its records', () => {
    const html = shown({})
    expect([html.includes('href="#/dns/domain/ptr/record?segmentId=1"'), html.includes('segmentId=2')]).toEqual([true, false])
  })

  test('says by which day one is due, what is late, and why one was rejected', () => {
    const note = (part: Partial<ReverseSegment>) => rows(shown({ rows: [segment(1, part)] }))[0]!.slice(2, 4)
    const { state } = text.choices
    expect(note({ state: 'processing', dueDay: day })).toEqual([state.processing, text.due(day)])
    expect(note({ state: 'processing', dueDay: '2026-03-09' })).toEqual([state.processing, text.overdue('2026-03-09')])
    expect(note({ state: 'rejected', reason: 'not theirs' })).toEqual([state.rejected, 'not theirs'])
  })

  test('counts the addresses of a network, of a very large one as a power', () => {
    expect(rows(shown({}))[0]).toContain(text.ofTotal(7, '256'))
    expect(rows(shown({ rows: [segment(1, { cidr: '2001:db8::/48' })] }))[0]).toContain(text.ofTotal(7, '2⁸⁰'))
  })

  test('is filtered and sorted as the address says', () => {
    const html = shown({ search: { state: 'active', sidx: 'cidr', order: 'asc' }, asked: { state: 'active', sidx: 'cidr', order: 'asc' } })
    expect(rows(html)).toHaveLength(2)
    expect(html.match(/aria-sort="ascending"/g)).toHaveLength(1)
    const unknown = shown({ search: { sidx: 'colour' } })
    expect([rows(unknown).length, /aria-sort="\w+ending"/.test(unknown)]).toEqual([2, false])
  })

  test('says so where there are none, with a way to add one, and where none fits the filters', () => {
    const none = shown({ rows: [] })
    expect([none.includes(text.none), none.match(/data-action="add"/g)?.length]).toEqual([true, 2])
    const unfit = shown({ rows: [], search: { state: 'active' }, asked: { state: 'active' } })
    expect([unfit.includes(text.none), unfit.match(/data-action="add"/g)?.length]).toEqual([false, 1])
  })

  test('keeps its layout while it is loaded', () => {
    const html = shown({ asked: { page: 2 } })
    expect([html.includes('aria-busy="true"'), html.split('<tbody')[1]!.match(/<tr\b/g)?.length, heads(html)]).toEqual([true, 20, heads(shown({}))])
  })
})
