import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { secondary, type Secondary, type SecondaryZone } from '@nameplane/contract/dns/secondary'
import { problemText } from '@nameplane/contract/problem-text'
import { currentLanguage } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { answer, refusal, shownWith } from '../../../screen-parts/shown-with.testing.tsx'
import { secondaryMessages } from './secondary.messages.ts'
import { SecondaryZones } from './secondary-zones.tsx'

const text = textsIn(secondaryMessages, currentLanguage()).zones
beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00.000Z') }))
afterAll(() => void vi.useRealTimers())

const server = { id: 7, name: 'knot' } as Secondary
const asked = { id: 7, page: 1, limit: 20 }
const untold: Omit<SecondaryZone, 'zone'> = {
  ...{ serial: 12, notifiedSerial: null, notifyTime: null, tries: 0, acknowledgedSerial: null, acknowledgeTime: null, failure: null, rcode: '' },
  ...{ transferredSerial: null, transferTime: null, transferKind: null, askedSerial: null },
}
const time = '2026-03-10T11:00:00.000Z'
const told = { notifiedSerial: 12, notifyTime: time, tries: 2 }

/** What is shown of each zone, its parts one after the other. */
function zones(rows: readonly Partial<SecondaryZone>[]): string[][] {
  const list = rows.map((row, index) => ({ zone: `z${index}.example`, ...untold, ...row }))
  const html = shownWith(<SecondaryZones row={server} onClose={() => {}} />, [
    answer(secondary.zones, asked, { data: { isNodeConnected: true, list, totalCount: list.length } }),
  ])
  return html
    .split(/<li class="px-5/)
    .slice(1)
    .map((zone) =>
      zone
        .split(/<[^>]*>/)
        .slice(1, -1)
        .filter((part) => part.trim() !== ''),
    )
    .map((parts) => parts.slice(0, parts.findLastIndex((part) => /\d/.test(part)) + 1))
}

describe('the zones of a secondary server', () => {
  test('say what the node has, and nothing else of a server that was told nothing', () => {
    expect(zones([{}])).toEqual([['z0.example', text.serial('12')]])
  })

  test.each([
    [{}, text.waiting],
    [{ acknowledgedSerial: 12 }, text.acknowledged],
    [{ acknowledgedSerial: 11 }, text.waiting],
    [{ failure: 'silent' }, text.silent],
    [{ failure: 'unreachable' }, text.unreachable],
    [{ failure: 'refused', rcode: 'NOTAUTH' }, text.refused('NOTAUTH')],
    [{ failure: 'unsigned', rcode: 'BADSIG', acknowledgedSerial: 12 }, text.unsigned('BADSIG')],
  ] as const)('say how its last NOTIFY went: %j', (zone, state) => {
    expect(zones([{ ...told, ...zone }])[0]![1]).toBe(state)
  })

  test('say which serial was notified, acknowledged and transferred, and what the server had before', () => {
    const ago = '1 小时前'
    const given = { transferredSerial: 12, transferTime: time, transferKind: 'differences' as const }
    const all = { ...told, acknowledgedSerial: 12, acknowledgeTime: time, ...given, askedSerial: 10 }
    expect(zones([all, { ...given, transferKind: 'whole' }]).map((parts) => parts.filter((part) => part !== text.acknowledged))).toEqual([
      [
        'z0.example',
        text.serial('12'),
        text.notified('12', ago, '2'),
        text.acknowledgedSerial('12', ago),
        text.transferred('12', ago, text.kindFrom(text.kinds.differences, '10')),
      ],
      ['z1.example', text.serial('12'), text.transferred('12', ago, text.kinds.whole)],
    ])
  })

  test('are none yet, or not known because the node is away, and each is said alone', () => {
    const shown = (isNodeConnected: boolean) =>
      shownWith(<SecondaryZones row={server} onClose={() => {}} />, [answer(secondary.zones, asked, { data: { isNodeConnected, list: [], totalCount: 0 } })])
    const says = (html: string) => [text.none, text.away].map((one) => html.includes(one))
    expect([says(shown(true)), says(shown(false))]).toEqual([
      [true, false],
      [false, true],
    ])
    const refused = shownWith(<SecondaryZones row={server} onClose={() => {}} />, [refusal(secondary.zones, asked, 'secondary_missing')])
    expect([...says(refused), refused.includes(problemText('secondary_missing', currentLanguage()))]).toEqual([false, false, true])
  })
})
