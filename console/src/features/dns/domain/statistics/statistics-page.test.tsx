import { expect, test } from 'vitest'
import { domain, type Domain } from '@nameplane/contract/dns/domain'
import { line } from '@nameplane/contract/dns/line'
import type { Reply } from '@nameplane/contract/endpoint'
import { answer, shownWith } from '../../../../screen-parts/shown-with.testing.tsx'
import { StatisticsPage } from './statistics-page.tsx'

/** Each thing is counted under the same name, `A`. */
const counted = [{ name: 'A', answers: 4 }]
const figures: Reply<typeof domain.statistics>['data'] = {
  ...{ start: '2026-03-10T00:00:00.000Z', answers: 4 },
  ...{ names: counted, countries: counted, lines: counted, types: counted, rcodes: counted, nodes: counted },
}

/** Whether the value of each panel is shown as chosen, in the order of the panels. */
function chosen(search: Record<string, string>): string[] {
  const html = shownWith(
    <StatisticsPage />,
    [
      answer(domain.detail, { id: 7 }, { data: { id: 7, domain: 'a.example', unicodeName: 'a.example' } as Domain }),
      answer(domain.statistics, { id: 7, period: 'day' }, { data: figures }),
      answer(line.tree, { domainId: 7 }, { data: { lines: [] } } as never),
    ],
    { params: { id: '7' }, search },
  )
  return [...html.matchAll(/aria-pressed="(\w+)"[^>]*class="cursor-pointer rounded-sm/g)].map(([, is]) => is!)
}

test('what the page shows alone is marked in its own panel, and in no other', () => {
  const none = ['false', 'false', 'false', 'false', 'false', 'false']
  expect(chosen({})).toEqual(none)
  for (const [index, by] of ['name', 'country', 'line', 'type', 'rcode', 'node'].entries()) expect(chosen({ by, value: 'A' })).toEqual(none.with(index, 'true'))
  expect(chosen({ by: 'type', value: 'AAAA' })).toEqual(none)
})
