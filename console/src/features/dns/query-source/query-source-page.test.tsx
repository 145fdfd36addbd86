import { describe, expect, test } from 'vitest'
import { domain, type Domain } from '@nameplane/contract/dns/domain'
import { querySource } from '@nameplane/contract/dns/query-source'
import { currentLanguage } from '../../../i18n/language.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { domainPeriodMessages } from '../../../entities/domain/domain-period.messages.ts'
import { answer, rowsOf, shownWith } from '../../../screen-parts/shown-with.testing.tsx'
import { QuerySourcePage } from './query-source-page.tsx'
import { querySourceMessages } from './query-source.messages.ts'

const text = textsIn(querySourceMessages, currentLanguage())
const place = (code: string, answers: number, before: number) => ({ code, nameZh: code, nameEn: code, answers, before })
const whole = {
  ...{ start: '2026-03-10T00:00:00.000Z', answers: 1_000, before: 500, unknown: { answers: 0, before: 0 } },
  ...{ countries: [place('cn', 750, 500), place('de', 250, 0)], continents: [place('asia', 1_000, 500)], isps: [place('telecom', 600, 300)] },
}
function page(part: Partial<typeof whole> = {}, period = 'day', asked: 'day' | 'month' = 'day'): string {
  const one = { id: 7, userId: 3, domain: 'example.com', unicodeName: 'example.com', remark: '', tags: [] } as unknown as Domain
  return shownWith(
    <QuerySourcePage />,
    [answer(domain.detail, { id: 7 }, { data: one }), answer(querySource.list, { id: 7, period: asked }, { data: { ...whole, ...part } } as never)],
    { params: { id: '7' }, search: { period } },
  )
}
/** Rows of the tables of countries, continents and operators, one after the other, without their heads. */
const shown = (...asked: Parameters<typeof page>): string[][] => rowsOf(page(...asked)).filter((row) => row.length === 5 && row[1] !== text.answers)

describe('where queries come from', () => {
  test('is said with the share of each place and how it was before', () => {
    expect(shown().slice(0, 2)).toEqual([
      ['cn', '750', '75.0%', '500', '+50%'],
      ['de', '250', '25.0%', '0', '–'],
    ])
  })

  test('is said of how many answers since which minute it is', () => {
    const { total, since } = textsIn(domainPeriodMessages, currentLanguage())
    expect(page()).toContain(`${total(1_000)} · ${since(formatExactTime(whole.start).slice(0, -3))}<`)
  })

  test('names what is of no operator, and how much that is', () => {
    expect(shown().slice(-2)).toEqual([
      ['telecom', '600', '60.0%', '300', '+100%'],
      [text.others, '400', '40.0%', '200', '+100%'],
    ])
  })

  test('names the rest where there was some before only, and not where there never was any', () => {
    expect(shown({ unknown: { answers: 0, before: 3 } }).filter(([name]) => name === text.unknown)).toEqual([
      [text.unknown, '0', '0.0%', '3', '-100%'],
      [text.unknown, '0', '0.0%', '3', '-100%'],
    ])
    expect(shown({ isps: [place('telecom', 1_000, 500)] }).filter(([name]) => name === text.unknown || name === text.others)).toEqual([])
  })

  test('is of the time that the address names, and of a day without one that there is', () => {
    expect(shown({}, 'month', 'month')).toEqual(shown())
    expect(shown({}, 'month', 'day')).toEqual([])
    expect(shown({}, 'century', 'day')).toEqual(shown())
  })
})
