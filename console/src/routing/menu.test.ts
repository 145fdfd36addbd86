import { describe, expect, it } from 'vitest'
import { firstBelow, mayOpen, menuOf, type SectionRow, type Sight } from './menu.ts'
import type { Screen } from './screen.ts'

const load = async () => () => null
const screen = (path: string, more: Partial<Screen> = {}): Screen => ({ path, title: { zh: path, en: path }, right: 'domain.read', load, ...more })
const group = (path: string) => ({ path, title: { zh: path, en: path }, icon: () => null })

const screens = [
  screen('/home/dashboard', { right: null }),
  screen('/dns/serve/group'),
  screen('/dns/serve/node'),
  screen('/dns/domain/list'),
  screen('/dns/domain/list/admin/{id}', { hidden: true }),
  screen('/dns/domains-elsewhere'),
]
const sections: SectionRow[] = [
  { path: '/home', title: { zh: '首页', en: 'Home' }, groups: [group('/home/dashboard')] },
  { path: '/dns', title: { zh: '解析', en: 'DNS' }, opens: '/dns/domain', groups: [group('/dns/serve'), group('/dns/domain')] },
  { path: '/system', title: { zh: '系统', en: 'System' }, groups: [group('/system/config')] },
]
const sight = (menuPaths: string[], hiddenPaths: string[] = []): Sight => ({
  menuPaths: new Set(menuPaths),
  permissions: new Set(['domain.read']),
  hiddenPaths,
})
const everything = screens.map(({ path }) => path)
const shape = (paths: string[], hidden: string[] = []) =>
  Object.fromEntries(
    menuOf(screens, sections, sight(paths, hidden)).map((section) => [
      section.path,
      [section.home, ...section.groups.map(({ entries }) => entries.map(({ path }) => path))],
    ]),
  )

describe('the menu', () => {
  it('places screens under the group whose path they begin with, and opens a section where it says', () => {
    expect(shape(everything)).toEqual({
      '/home': ['/home/dashboard', ['/home/dashboard']],
      '/dns': ['/dns/domain/list', ['/dns/serve/group', '/dns/serve/node'], ['/dns/domain/list']],
    })
  })

  it('opens a section at its first screen when the usual one is not to be seen', () => {
    expect(shape(['/dns/serve/node'])).toEqual({ '/dns': ['/dns/serve/node', ['/dns/serve/node']] })
  })

  it('shows only what the server lists', () => {
    expect(shape([])).toEqual({})
  })

  it('hides what is hidden from the user, with all below it', () => {
    expect(shape(everything, ['/dns/serve', '/home/dashboard'])).toEqual({ '/dns': ['/dns/domain/list', ['/dns/domain/list']] })
    expect(shape(everything, ['/dns/serve/node'])['/dns']).toEqual(['/dns/domain/list', ['/dns/serve/group'], ['/dns/domain/list']])
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
    expect(firstBelow(path, menuOf(screens, sections, sight(everything)))).toBe(target)
  })

  it('lets nobody open a screen without its right', () => {
    const noRights: Sight = { ...sight(everything), permissions: new Set() }
    expect(screens.filter((row) => mayOpen(row, noRights)).map(({ path }) => path)).toEqual(['/home/dashboard'])
  })
})
