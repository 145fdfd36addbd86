import { describe, expect, it } from 'vitest'
import { menu } from '@nameplane/contract/menu'
import { matchPath } from '../routing/screen.ts'
import { allScreens, isAreaKnown, knownScreens, loadArea } from './screens.ts'
import { sections } from './sections.ts'

const screens = await allScreens()
const pathPattern = /^(\/([a-zA-Z0-9-]+|\{\w+\}))+$/

describe('the list of screens', () => {
  it('names each path once', () => {
    const paths = screens.map(({ path }) => path)
    expect(paths).toEqual([...new Set(paths)])
  })

  it.each(screens.map((screen) => [screen.path, screen] as const))('%s has a proper path, two titles and a way back that exists', (path, screen) => {
    expect(path).toMatch(pathPattern)
    expect(screen.title.zh).toMatch(/\p{Script=Han}/u)
    expect(screen.title.en).toMatch(/^[\x20-\x7e]+$/)
    if (screen.tabOf !== undefined) expect([screen.hidden, screens.some((other) => other.path === screen.tabOf && !other.hidden)]).toEqual([true, true])
    if (screen.backLink !== undefined) expect(screens.some((other) => matchPath(other.path, screen.backLink!) !== null)).toBe(true)
  })

  it('has a place in the menu for every screen that is not hidden', () => {
    const groups = sections.flatMap((section) => section.groups.map((group) => group.path))
    const homeless = screens.filter((screen) => !screen.hidden && !groups.some((group) => screen.path === group || screen.path.startsWith(`${group}/`)))
    expect(homeless.map(({ path }) => path)).toEqual([])
  })

  it('agrees with the contract on the right that shows a screen', () => {
    const rights = new Map(menu.map(({ path, right }) => [path, right]))
    for (const screen of screens.filter((row) => rights.has(row.path))) expect([screen.path, screen.right]).toEqual([screen.path, rights.get(screen.path)])
  })

  it('stands in the table of the first part of its path, so that going there finds it', async () => {
    for (const { path } of screens) expect(isAreaKnown(path)).toBe(true)
    const areas = new Set(screens.map(({ path }) => path.split('/')[1]))
    expect([...knownScreens.get().areas].toSorted()).toEqual([...areas].map(String).toSorted())
    await loadArea('/no/such/part')
    expect(knownScreens.get().screens).toEqual(screens)
  })
})
