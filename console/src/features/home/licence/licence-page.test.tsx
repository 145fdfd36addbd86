import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { licence, type Licence } from '@nameplane/contract/home/licence'
import { problemText } from '@nameplane/contract/problem-text'
import { formatExactTime } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { answer, refusal, shownWith } from '../../../screen-parts/shown-with.testing.tsx'
import { licenceMessages } from './licence.messages.ts'
import { LicencePage } from './licence-page.tsx'

const language = currentLanguage()
const text = textsIn(licenceMessages, language)
const time = '2026-03-01T08:00:00.000Z'
beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00.000Z') }))
afterAll(() => void vi.useRealTimers())

const installed: Licence['installed'] = {
  ...{ version: '1.2.3', modules: ['dns'], moduleNames: [{ zh: '解析', en: 'DNS' }], node: 'v26.1.0', postgresql: '18.1', databaseKind: 'external' },
  ...{ databaseBytes: 2000, startTime: time, host: { name: 'ns.example', platform: 'linux', cores: 8, memoryBytes: 4000 }, nodes: [] },
  ...{ dataFolder: [], path: null, keyFolder: null },
}
const base: Licence = {
  ...{ edition: 'community', licence: null, installed, keys: [] },
  use: { domains: { used: 1200, limit: null }, nodes: { used: 2, limit: null }, records: 31, users: 41, administrators: 51 },
}
const signed: NonNullable<Licence['licence']> = {
  ...{ licence: 'L-7', holder: 'Ada Ltd', issued: '2026-01-01', expires: '2026-03-10', key: { file: 'vendor.pem', fingerprint: 'ab'.repeat(32) } },
  ...{ uploadTime: time, problem: null },
}
const shown = (part: Partial<Licence> = {}): string => shownWith(<LicencePage />, [answer(licence.detail, {}, { data: { ...base, ...part } })])
const plain = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
/** What stands behind each name. */
const facts = (html: string): Record<string, string> =>
  Object.fromEntries([...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name = '', fact = '']) => [name, plain(fact).trim()]))
const panel = (html: string, title: string): string =>
  html
    .split('<section')
    .slice(1)
    .find((section) => section.includes(`>${title}`)) ?? expect.fail(`no ${title}`)

describe('the page of the licence', () => {
  test('says of the community edition that nothing is limited, and offers a licence, not to remove one', () => {
    const html = shown()
    const edition = plain(panel(html, text.edition))
    expect([text.community, text.communityNote, text.upload, text.replace, text.remove].map((one) => edition.includes(one))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(plain(panel(html, text.use))).toContain(`${text.domains} 1,200 · ${text.unlimited}`)
    expect(html).not.toContain('<meter')
  })

  test('says whose licence it is, how long it is good, by which key, and when it came', () => {
    const html = shown({ edition: 'Provider', licence: signed })
    const edition = panel(html, text.edition)
    expect(facts(edition)).toEqual({
      [text.fields.state]: text.fields.valid,
      [text.fields.licence]: 'L-7',
      [text.fields.holder]: 'Ada Ltd',
      [text.fields.issued]: '2026-01-01',
      [text.fields.expires]: `2026-03-10 · ${text.fields.daysLeft(1)}`,
      [text.fields.key]: 'vendor.pem',
      [text.fields.uploaded]: formatExactTime(time),
    })
    const said = plain(edition)
    expect([said.includes('Provider'), said.includes(text.replace), said.includes(text.remove), said.includes(text.enforced)]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test.each([
    [null, text.fields.never],
    ['2026-03-09', '2026-03-09'],
    ['2026-03-11', `2026-03-11 · ${text.fields.daysLeft(2)}`],
  ])('a licence that ends on %s is good for: %s', (expires, said) => {
    expect(facts(panel(shown({ licence: { ...signed, expires } }), text.edition))[text.fields.expires]).toBe(said)
  })

  test('says why a licence does not count, and of one that cannot be read nothing that it does not know', () => {
    const unread = { ...signed, licence: '', holder: '', issued: '', expires: null, key: null, problem: 'licence_signature_wrong' as const }
    const edition = panel(shown({ licence: unread }), text.edition)
    expect(facts(edition)).toEqual({ [text.fields.state]: problemText('licence_signature_wrong', language), [text.fields.uploaded]: formatExactTime(time) })
    expect(plain(edition)).toContain(text.enforced)
  })

  test('shows how much of each limit is used, also beyond it', () => {
    const use = panel(shown({ use: { ...base.use, domains: { used: 30, limit: 20 }, nodes: { used: 2, limit: 10 } } }), text.use)
    expect([...use.matchAll(/<meter ([^>]*)>/g)].map(([, attributes = '']) => /max="(\d+)".*value="(\d+)"/.exec(attributes)?.slice(1))).toEqual([
      ['20', '20'],
      ['10', '2'],
    ])
    expect(plain(use)).toContain(text.of('30', '20'))
    expect(plain(use)).toMatch(new RegExp(`${text.records} 31 ${text.users} 41 ${text.administrators} 51`))
  })

  test('shows what is installed', () => {
    const nodes = [
      { name: 'built-in', address: '', version: '1.2.3', state: 'online' },
      { name: 'far', address: '', version: '1.2.2', state: 'unheard-of' },
    ]
    expect(facts(panel(shown(), text.installed))).toEqual({
      [text.version]: '1.2.3',
      [text.runtime]: 'v26.1.0',
      [text.database]: `18.1 · ${text.kinds.external}`,
      [text.databaseSize]: '2 kB',
      [text.started]: formatExactTime(time),
      [text.host]: `ns.example · linux · ${text.cores(8)} · 4 kB`,
      [text.modules]: '解析',
      [text.nodeList]: text.noNodes,
    })
    expect(facts(panel(shown({ installed: { ...installed, nodes } }), text.installed))[text.nodeList]).toBe(
      `built-in · 1.2.3 · ${text.states.online} far · 1.2.2 · unheard-of`,
    )
  })

  test('names the parts of the data folder, and where it is to who may know', () => {
    const dataFolder = [
      { name: 'database', bytes: 1024 },
      { name: 'own', bytes: 10 },
    ]
    const folder = (path: string | null) => panel(shown({ installed: { ...installed, dataFolder, path } }), text.dataFolder)
    expect(Object.keys(facts(folder(null)))).toEqual([text.folderNames.database, 'own'])
    expect([folder('/srv/data').includes('/srv/data'), folder(null).includes('font-mono')]).toEqual([true, false])
  })

  test('shows whose licences are accepted, why a key is not used, and where keys go', () => {
    expect(plain(panel(shown(), text.keys))).toContain(text.noKeys)
    const keys: Licence['keys'] = [
      { file: 'a.pem', fingerprint: 'cd'.repeat(32), unusable: null },
      { file: 'b.pem', fingerprint: null, unusable: 'private' },
    ]
    const html = panel(shown({ keys, installed: { ...installed, keyFolder: '/srv/keys' } }), text.keys)
    const [first, second] = [...html.matchAll(/<li.*?<\/li>/gs)].map(([row]) => row)
    expect([first!.includes(`title="${'cd'.repeat(32)}"`), plain(second!).trim()]).toEqual([true, `b.pem ${text.unusable.private}`])
    expect([plain(html).includes('/srv/keys'), plain(html).includes(text.noKeys)]).toEqual([true, false])
  })

  test('says why there is nothing to show', () => {
    const html = shownWith(<LicencePage />, [refusal(licence.detail, {}, 'right_missing')])
    expect([html.includes(problemText('right_missing', language)), html.includes('<section')]).toEqual([true, false])
  })
})
