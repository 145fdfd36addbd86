import { describe, expect, test } from 'vitest'
import { line } from '@nameplane/contract/dns/line'
import { queryVolume, type QueryVolume } from '@nameplane/contract/dns/query-volume'
import { currentLanguage } from '../../../../i18n/language.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { answer, rowsOf, shownWith } from '../../../../screen-parts/shown-with.testing.tsx'
import { statisticsMessages } from './statistics.messages.ts'
import { useVolumeFilter } from './volume-filter.ts'
import { VolumePanel } from './volume-panel.tsx'

const text = textsIn(statisticsMessages, currentLanguage())
const course = (total: number | null, part: Partial<QueryVolume['current']> = {}): QueryVolume['current'] => ({
  ...{ start: '2026-03-10T00:00:00.000Z', answers: [total], total, average: total === null ? null : total / 3, peak: null },
  ...part,
})
type Asked = Parameters<typeof answer<typeof queryVolume.list>>[1]
type Address = { by?: string; value?: string; compare?: string }

const Panel = () => <VolumePanel domainId={7} period="day" filter={useVolumeFilter()} />
/** What is shown where the address says this, if the call that it means is answered. */
function shown(search: Address, asked: Partial<Asked>, volume: Partial<QueryVolume> = {}): string {
  const lines = [{ code: 'telecom', parent: null, nameZh: '电信', nameEn: 'Telecom' }]
  return shownWith(
    <Panel />,
    [
      answer(
        queryVolume.list,
        { id: 7, period: 'day', compare: 'none', ...asked },
        { data: { stepSeconds: 60, current: course(1_000), compared: null, ...volume } },
      ),
      answer(line.tree, { domainId: 7 }, { data: { lines } } as never),
    ],
    { search },
  )
}
const filtered = (html: string): string | undefined => /aria-label="([^"]*)" class="cursor-pointer/.exec(html)?.[1]
const figures = (html: string): string[][] => rowsOf(html).slice(1)

describe('the course of a domain', () => {
  test('has its sum, average and peak, rounded, and no change where nothing is compared', () => {
    const peak = { answers: 50, time: '2026-03-10T01:00:00.000Z' }
    const [now, other] = figures(shown({}, {}, { current: course(1_000, { peak }) }))
    expect(now!.slice(0, 1).concat(now!.slice(2, 5), now!.slice(-1))).toEqual([text.volume.now, '1,000', '333.3', '50', '–'])
    // The day and the minute, of the same year.
    expect(now![5]).toMatch(/^\d\d-\d\d \d\d:\d\d$/)
    expect(other).toBeUndefined()
  })

  test('is compared with an earlier one where that is chosen, which has no change of its own', () => {
    const rows = figures(shown({ compare: 'week' }, { compare: 'week' }, { compared: course(800) }))
    expect(rows.map((row) => [row[0], row[2], row.at(-1)])).toEqual([
      [text.volume.now, '1,000', '+25%'],
      [text.volume.comparisons.week, '800', '–'],
    ])
    expect(figures(shown({ compare: 'week' }, { compare: 'week' }, { compared: course(0) }))[0]!.at(-1)).toBe('–')
  })

  test('says so where nothing was counted yet', () => {
    const none = shown({}, {}, { current: course(null) })
    expect([none.includes(text.volume.none), figures(none)[0]!.slice(2)]).toEqual([true, [text.volume.noData, text.volume.noData, text.volume.noData, '–']])
    expect(shown({ compare: 'week' }, { compare: 'week' }, { current: course(null), compared: course(5) })).not.toContain(text.volume.none)
  })

  test('says what it is narrowed to, by the name that a reader knows', () => {
    const name = (by: 'line' | 'type' | 'name', value: string) => filtered(shown({ by, value }, { by, value }))
    expect(name('line', 'telecom')).toBe(text.volume.clear(`${text.volume.filters.line} 电信`))
    expect(name('type', 'AAAA')).toBe(text.volume.clear(`${text.volume.filters.type} AAAA`))
    expect(name('type', 'OTHER')).toBe(text.volume.clear(`${text.volume.filters.type} ${text.other}`))
    const whole = shown({}, {})
    expect([filtered(whole), whole.includes(text.volume.choose), whole.includes(text.volume.filterPrecision)]).toEqual([undefined, true, false])
    expect(shown({ by: 'type', value: 'AAAA' }, { by: 'type', value: 'AAAA' })).toContain(text.volume.filterPrecision)
  })

  test('is of everything where the address names a filter or a comparison that there is not', () => {
    for (const search of [{ by: 'colour', value: 'red' }, { by: 'type' }, { compare: 'century' }]) expect(figures(shown(search, {}))).toHaveLength(1)
  })
})
