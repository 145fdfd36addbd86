import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Reply } from '@nameplane/contract/endpoint'
import { update, type UpdateStatus } from '@nameplane/contract/home/update'
import { version } from '@nameplane/contract/home/version'
import { problemText } from '@nameplane/contract/problem-text'
import { formatExactTime } from '../../../../i18n/format.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { answer, refusal, shownWith } from '../../../../screen-parts/shown-with.testing.tsx'
import { UpdateLogSheet } from './update-log-sheet.tsx'
import { UpdateSheet } from './update-sheet.tsx'
import { VersionsPanel } from './versions-panel.tsx'
import { versionsMessages } from './versions.messages.ts'

const language = currentLanguage()
const text = textsIn(versionsMessages, language)
const time = '2026-03-10T11:00:00.000Z'
beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00.000Z') }))
afterAll(() => void vi.useRealTimers())

const status = (part: Partial<UpdateStatus> = {}): UpdateStatus => ({
  ...{ state: 'none', currentVersion: '1.2.3', archive: null, refusal: null, keys: [], keyFolder: null, installFolder: null },
  ...part,
})
const archive: NonNullable<UpdateStatus['archive']> = {
  ...{ version: '1.3.0', bytes: 2000, sha256: 'ab'.repeat(32), key: 'vendor.pem', uploadTime: time, verifyTime: null, path: null },
}
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
/** What stands behind each name. */
const facts = (html: string): Record<string, string> =>
  Object.fromEntries([...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)].map(([, name = '', fact = '']) => [name, plain(fact).trim()]))

describe('the panel of versions', () => {
  type Versions = Reply<typeof version.detail>['data']
  const versions: Versions = {
    ...{ product: '1.2.3', node: 'v26.1.0', postgresql: '18.1', databaseKind: 'embedded', platform: 'linux-x64', builtInNode: null, startTime: time },
    addressData: [
      { name: 'asn', version: '2.3.1', day: '2026-03-01' },
      { name: 'country', version: '2.3.2', day: null },
    ],
    sources: [{ name: 'Registry', link: 'https://registry.example/', licence: 'CC0', licenceLink: 'https://cc0.example/' }],
  }
  const shown = (state: UpdateStatus | null = status(), part: Partial<Versions> = {}): string =>
    shownWith(<VersionsPanel />, [
      answer(version.detail, {}, { data: { ...versions, ...part } }),
      ...(state === null ? [refusal(update.status, {}, 'right_missing')] : [answer(update.status, {}, { data: state })]),
    ])

  test('says what runs here, on what, since when, and whose data the lines rest on', () => {
    const html = shown()
    expect(facts(html)).toEqual({
      [text.product]: '1.2.3',
      [text.builtInNode]: text.builtInOff,
      [text.nodeRuntime]: '26.1.0 linux-x64',
      [text.postgresql]: `18.1 ${text.kinds.embedded}`,
      [text.addressData]: text.snapshot('2026-03-01', '2.3.2'),
      [text.attribution]: 'Registry CC0',
      [text.started]: '1 小时前',
    })
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['https://registry.example/', 'https://cc0.example/'])
    expect(facts(shown(status(), { builtInNode: '1.2.2', addressData: [] }))).toMatchObject({
      [text.builtInNode]: '1.2.2',
      [text.addressData]: text.snapshot('–', '–'),
    })
  })

  test.each([
    ['none', text.states.none],
    ['uploaded', text.states.uploaded('1.3.0')],
    ['ready', text.states.ready('1.3.0')],
    ['refused', text.states.refused],
  ] as const)('says of an update that is %s: %s', (state, said) => {
    expect(plain(shown(status({ state, archive })))).toContain(`${text.update} ${said}`)
  })

  test('offers to manage updates to whoever may, and to look at them to others', () => {
    const offers = (html: string) => [html.includes(text.manage), html.includes(`>${text.show}<`)]
    expect([offers(shown(status({ keyFolder: '/srv/keys' }))), offers(shown()), offers(shown(null))]).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
    expect(plain(shown(null))).toContain(`${text.update} ${text.failed}`)
  })

  test('says that nothing came, with a way to try again', () => {
    const html = shownWith(<VersionsPanel />, [refusal(version.detail, {}, 'right_missing'), answer(update.status, {}, { data: status() })])
    expect([html.includes(text.failed), html.includes(text.retry), html.includes('<dl')]).toEqual([true, true, false])
  })
})

describe('the sheet of updates', () => {
  const shown = (part: Partial<UpdateStatus> = {}): string => shownWith(<UpdateSheet status={status(part)} refresh={async () => {}} onClose={() => {}} />, [])
  const may = { keyFolder: '/srv/keys', installFolder: '/srv/name plane' }

  test('says which version runs, and offers nothing to who may only look', () => {
    const html = plain(shown({ state: 'uploaded', archive }))
    expect(html).toContain(`${text.current} 1.2.3`)
    expect([text.upload, text.noKeys, text.moreKeys].filter((one) => html.includes(one))).toEqual([])
    expect(html).not.toContain(` ${text.verify} ${text.keys}`)
  })

  test('says why the last one was rejected, and when', () => {
    const html = plain(shown({ state: 'refused', refusal: { problem: 'update_signature_wrong', time } }))
    expect(html).toContain(`${problemText('update_signature_wrong', language)} ${text.refusedAt('1 小时前')}`)
  })

  test('says what is kept, and lets it be verified once', () => {
    const html = shown({ ...may, state: 'uploaded', archive })
    expect(facts(html)).toEqual({
      [text.product]: '1.3.0',
      [text.size]: '2 kB',
      'SHA-256': expect.stringMatching(/^ab\w+…\w+ab$/),
      [text.key]: 'vendor.pem',
      [text.uploadedAt]: formatExactTime(time),
      [text.verifiedAt]: text.notVerified,
    })
    const isOffered = (shownHtml: string) => shownHtml.includes(`>${text.verify}</button>`)
    const ready = shown({ ...may, state: 'ready', archive: { ...archive, verifyTime: time } })
    expect([isOffered(html), isOffered(ready), facts(ready)[text.verifiedAt]]).toEqual([true, false, formatExactTime(time)])
  })

  test('gives the commands of an installation, whose paths a shell takes as one word each, once it is verified', () => {
    const kept = { ...archive, verifyTime: time, path: "/srv/it’s/o'clock/1.3.0.tar.gz" }
    const html = plain(shown({ ...may, state: 'ready', archive: kept }))
    expect(html).toContain(`tar -xzf '/srv/it’s/o'\\''clock/1.3.0.tar.gz' -C '/srv/name plane'`)
    expect(html).toContain(`cd '/srv/name plane' && npm start`)
    expect(plain(shown({ ...may, installFolder: '/srv/np-1', state: 'ready', archive: { ...kept, path: '/srv/a.tar.gz' } }))).toContain(
      'tar -xzf /srv/a.tar.gz -C /srv/np-1',
    )
    const says = (part: Partial<UpdateStatus>) => shown({ ...may, state: 'ready', archive: kept, ...part }).includes(text.nextTitle)
    expect([says({}), says({ state: 'uploaded' }), says({ archive }), says({ installFolder: null })]).toEqual([true, false, false, false])
  })

  test('shows whose archives are accepted, why a key is not used, and where keys go', () => {
    const trusted = { file: 'a.pem', fingerprint: 'cd'.repeat(32), unusable: null }
    const refused = { file: 'b.pem', fingerprint: null, unusable: 'private' as const }
    const html = plain(shown({ ...may, keys: [trusted, refused] }))
    expect(html).toContain(`a.pem ${text.fingerprint} ${'cd'.repeat(32)} b.pem ${text.unusable.private} ${text.moreKeys}`)
    const helps = (keys: UpdateStatus['keys']) => [text.noKeys, text.moreKeys].map((one) => shown({ ...may, keys }).includes(one))
    expect([helps([]), helps([refused]), helps([trusted])]).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ])
  })
})

describe('the release notes', () => {
  const entry = (name: string, day: string | null) => ({ version: name, day, zh: [`${name} 的变化`], en: [`changes of ${name}`] })
  const shown = (runs: string | null) => {
    const list = [entry('1.3.0', null), entry('1.2.3', '2026-03-01')]
    return plain(shownWith(<UpdateLogSheet runs={runs} onClose={() => {}} />, [answer(version.updateLog, {}, { data: { list, totalCount: 2 } })]))
  }

  test('say of each version when it came, what it changed, and which one runs', () => {
    expect(shown('1.2.3')).toContain(`1.3.0 ${text.unreleased} 1.3.0 的变化 1.2.3 2026-03-01 ${text.running} 1.2.3 的变化`)
    expect(shown(null)).not.toContain(text.running)
  })

  test('can be asked for again where they did not come', () => {
    const html = shownWith(<UpdateLogSheet runs={null} onClose={() => {}} />, [refusal(version.updateLog, {}, 'right_missing')])
    expect([html.includes(text.failed), html.includes(text.retry)]).toEqual([true, true])
  })
})
