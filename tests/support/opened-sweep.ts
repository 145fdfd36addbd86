import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPictured, newVisitor, openBrowser, signIn, type Visitor } from './browser.ts'
import { filledPath, startDemoPlatform } from './demo-platform.ts'
import { OverlayFinder } from './overlay-finder.ts'
import type { RunningPlatform } from './platform.ts'

/*
 * What opens over every screen of the demo world, found on the page: sound in its views, closed by Escape, the focus back, nothing
 * changed. And every list has rows there, so that this sweep and the others see them.
 */
// Named by a variable, so that the types of the console's components, which know the browser, are not read here.
const screensModule: string = '../../console/src/app/screens.ts'
const { allScreens } = (await import(screensModule)) as { allScreens: () => Promise<readonly { readonly path: string }[]> }
const screens = await allScreens()

/** Lists that the demo world leaves empty, with the reason. */
const mayBeEmpty: Readonly<Record<string, string>> = {
  '/system/config/backup': 'a backup is a file, made under a passphrase that somebody keeps',
  '/system/config/node?tab=install': 'a command to install a node is a secret that is shown once',
  '/dns/domain/list/admin/{domain}/{id}/{userId}/log-request': 'it is in the memory of nodes, which nobody asks here',
  '/dns/domain/list/admin/{domain}/{id}/{userId}/log-error': 'the same',
}

/** What must be found over some screens, by the end of its name: a sweep that finds nothing proves nothing. */
const known: Readonly<Record<string, readonly string[]>> = {
  '/dns/serve/group': ['Add service group', '› Edit', '› Delete'],
  '/account/users/users': ['Add user', '› Edit', '› Disable'],
}

/** Declares the tests of every `parts`-th screen from `part` on; the parts are files of their own, so that they run beside each other. */
export function sweepWhatOpens(part: number, parts: number): void {
  let platform: RunningPlatform
  let browser: Browser
  let visitor: Visitor
  let finder: OverlayFinder

  beforeAll(async () => {
    platform = await startDemoPlatform()
    browser = await openBrowser()
    visitor = await newVisitor(browser, platform, { language: 'en', theme: 'system', isStill: true })
    await signIn(visitor)
    finder = new OverlayFinder(visitor)
    await finder.holdChanges()
  })
  afterAll(async () => {
    await browser?.close()
    await platform?.stop()
  })

  test.each(screens.filter((_, index) => index % parts === part - 1))('what opens over $path is sound', { timeout: 600_000 }, async ({ path }) => {
    const before = { found: finder.found.length, empty: finder.empty.length }
    const filled = await filledPath(platform, path)
    await finder.sweepScreen(filled)
    const found = finder.found.slice(before.found)
    if (isPictured) console.log(found.join('\n'))
    for (const name of known[path] ?? []) expect(found.filter((one) => one.endsWith(name)).length, `${name} among ${found.join(', ')}`).toBeGreaterThan(0)
    expect(
      finder.empty.slice(before.empty).filter((place) => !((place === filled ? path : place) in mayBeEmpty)),
      'lists that the demo world leaves empty',
    ).toEqual([])
  })
}
