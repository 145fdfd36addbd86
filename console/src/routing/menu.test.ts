import { describe, expect, it } from 'vitest'
import type { MenuRow } from '@nameplane/contract/account/session'
import { firstBelow, mayOpen, menuOf, placeIn, type MenuWords, type SectionRow } from './menu.ts'
import type { Screen } from './screen.ts'

const load = async () => () => null
const screen = (path: string, more: Partial<Screen> = {}): Screen => ({ path, title: { zh: `${path} 屏`, en: path }, right: 'domain.read', load, ...more })
const group = (path: string) => ({ path, title: { zh: path, en: path }, icon: () => null })

const screens = [
  screen('/home/dashboard', { right: null }),
  screen('/dns/serve/group'),
  screen('/dns/serve/node'),
  screen('/dns/domain/list'),
  screen('/dns/domain/list/admin/{id}', { hidden: true }),
  screen('/dns/log/{method}'),
]
const sections: SectionRow[] = [
  { path: '/home', title: { zh: '首页', en: 'Home' }, groups: [group('/home/dashboard')] },
  { path: '/dns', title: { zh: '解析', en: 'DNS' }, opens: '/dns/domain', groups: [group('/dns/serve'), group('/dns/domain')] },
]
const ownIcon = () => null
const plainIcon = () => null
const words: MenuWords = { screens, isKnown: () => true, sections, iconOf: (name) => (name === 'map' ? ownIcon : null), plainIcon }

let id = 0
const row = (kind: MenuRow['kind'], path: string, parentId: number | null, more: Partial<MenuRow> = {}): MenuRow => ({
  id: (id += 1),
  parentId,
  kind,
  nameZh: null,
  nameEn: null,
  path,
  icon: null,
  right: null,
  hidden: false,
  externalUrl: null,
  cached: true,
  ...more,
})
const home = row('directory', '/home', null)
const dashboards = row('directory', '/home/dashboard', home.id)
const dashboard = row('page', '/home/dashboard', dashboards.id)
const dns = row('directory', '/dns', null)
const serve = row('directory', '/dns/serve', dns.id)
const serviceGroup = row('page', '/dns/serve/group', serve.id)
const node = row('page', '/dns/serve/node', serve.id)
const domains = row('directory', '/dns/domain', dns.id)
const list = row('page', '/dns/domain/list', domains.id)
const records = row('page', '/dns/domain/list/admin/{id}', domains.id)
const rows = [home, dashboards, dashboard, dns, serve, serviceGroup, node, domains, list, records]

const menu = (given: readonly MenuRow[] = rows) => menuOf(given, words)
const shape = (given: readonly MenuRow[]) =>
  Object.fromEntries(menu(given).map((section) => [section.path, [section.home, ...section.groups.map(({ entries }) => entries.map(({ path }) => path))]]))
const changed = (which: MenuRow, more: Partial<MenuRow>): MenuRow[] => rows.map((one) => (one === which ? { ...one, ...more } : one))

describe('the menu', () => {
  it('arranges screens as the rows do, and opens a section where it says', () => {
    expect(shape(rows)).toEqual({
      '/home': ['/home/dashboard', ['/home/dashboard']],
      '/dns': ['/dns/domain/list', ['/dns/serve/group', '/dns/serve/node'], ['/dns/domain/list']],
    })
  })

  it('follows another order, and rows that were put elsewhere', () => {
    expect(shape([dns, domains, list, serve, node, serviceGroup])['/dns']).toEqual([
      '/dns/domain/list',
      ['/dns/domain/list'],
      ['/dns/serve/node', '/dns/serve/group'],
    ])
    expect(shape(changed(list, { parentId: dashboards.id }))).toMatchObject({ '/home': ['/home/dashboard', ['/home/dashboard', '/dns/domain/list']] })
    expect(shape(changed(list, { parentId: home.id }))['/home']).toEqual(['/home/dashboard', ['/home/dashboard'], ['/dns/domain/list']])
  })

  it("calls a row by its name, in each language, else by the screen's own title", () => {
    const named = menu(changed(list, { nameZh: '我的域名' }))[1]!.groups[1]!
    expect(named.entries[0]!.title).toEqual({ zh: '我的域名', en: '/dns/domain/list' })
    expect(menu(changed(dns, { nameEn: 'Names' }))[1]!.title).toEqual({ zh: '解析', en: 'Names' })
  })

  it('draws the sign that a row carries, else the own one, else a plain one', () => {
    const iconOf = (given: readonly MenuRow[], path: string) =>
      menu(given)
        .flatMap((section) => section.groups)
        .find((one) => one.path === path)!.icon
    expect(iconOf(changed(domains, { icon: 'map' }), '/dns/domain')).toBe(ownIcon)
    expect(iconOf(changed(domains, { icon: 'unknown' }), '/dns/domain')).toBe(sections[1]!.groups[1]!.icon)
    expect(iconOf(changed(domains, { path: '/elsewhere' }), '/elsewhere')).toBe(plainIcon)
  })

  it('leaves out what is hidden, what this console lacks, and headings without entries', () => {
    expect(shape(changed(list, { hidden: true }))['/dns']).toEqual(['/dns/serve/group', ['/dns/serve/group', '/dns/serve/node']])
    expect(shape(changed(list, { path: '/dns/domain/gone' }))['/dns']).toEqual(['/dns/serve/group', ['/dns/serve/group', '/dns/serve/node']])
    expect(shape([dns, domains])).toEqual({})
  })

  it('takes what it does not know yet to be there, without a name for the moment', () => {
    const early = menuOf(changed(list, { path: '/later/list' }), { ...words, isKnown: (path) => !path.startsWith('/later') })
    expect(early[1]!.home).toBe('/later/list')
    expect(early[1]!.groups[1]!.entries.map(({ path, title }) => [path, title.zh])).toEqual([['/later/list', '']])
    expect(menuOf(changed(list, { path: '/later/list' }), words)[1]!.home).toBe('/dns/serve/group')
  })

  it('links to the web, to a screen with a search, and to one of a screen with parameters', () => {
    const outside = row('page', '', domains.id, { externalUrl: 'https://example.net/', nameZh: '外', nameEn: 'out' })
    const paused = row('page', '/dns/domain/list?status=0', domains.id)
    const log = row('page', '/dns/log/1', domains.id)
    const { entries } = menu([...rows, outside, paused, log])[1]!.groups[1]!
    expect(entries.map((entry) => [entry.path, entry.isExternal])).toEqual([
      ['/dns/domain/list', false],
      ['https://example.net/', true],
      ['/dns/domain/list?status=0', false],
      ['/dns/log/1', false],
    ])
  })

  it.each([
    ['/dns', '/dns/domain/list'],
    ['/dns/serve', '/dns/serve/group'],
    ['/dns/domain', '/dns/domain/list'],
    ['/home', '/home/dashboard'],
    ['/system', null],
    ['/dns/no', null],
    ['/dn', null],
    ['/', null],
  ])('%s leads to %s', (path, target) => {
    expect(firstBelow(path, menu())).toBe(target)
  })

  it.each([
    ['/dns/domain/list', '/dns', '/dns/domain'],
    ['/dns/domain/list/admin/7', '/dns', '/dns/domain'],
    ['/dns/elsewhere', '/dns', undefined],
    ['/nowhere', undefined, undefined],
  ])('%s stands in section %s, group %s', (path, section, groupPath) => {
    const place = placeIn(menu(), path)
    expect([place?.section.path, place?.group?.path]).toEqual([section, groupPath])
  })

  it('finds a screen where it was put, not where its path says', () => {
    expect(placeIn(menu(changed(list, { parentId: dashboards.id })), '/dns/domain/list')?.group?.path).toBe('/home/dashboard')
  })

  it('lets nobody open a screen without its right', () => {
    expect(screens.filter((one) => mayOpen(one, new Set())).map(({ path }) => path)).toEqual(['/home/dashboard'])
    expect(screens.filter((one) => mayOpen(one, new Set(['domain.read']))).length).toBe(screens.length)
  })
})
