import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { newVisitor, openBrowser, signIn, type Visitor } from './browser.ts'
import { expectSoundInViews, overlay } from './overlay-views.ts'
import type { RunningPlatform } from './platform.ts'

/** The page in English, and how a case speaks of it. */
export type Stage = {
  readonly page: Page
  readonly dialog: () => Locator
  readonly button: (name: string) => Locator
  /** The first row's menu, or that of the row with this name. */
  readonly ofRow: (action: string, row?: string) => Promise<void>
}
/** What is judged is what opened last, unless `open` answers something else. */
export type OverlayCase = readonly [name: string, path: () => string, open: (stage: Stage) => Promise<unknown>]

/** Declares a test for each: opened once, and seen in its views. `start` makes the platform, with what the cases need. */
export function sweepCases(cases: readonly OverlayCase[], start: () => Promise<RunningPlatform>): void {
  let platform: RunningPlatform
  let browser: Browser
  let visitor: Visitor
  let stage: Stage

  beforeAll(async () => {
    platform = await start()
    browser = await openBrowser()
    visitor = await newVisitor(browser, platform, { language: 'en', theme: 'system', isStill: true })
    stage = stageOn(visitor.page)
    // Leaving with something unsaved is asked about by the browser.
    visitor.page.on('dialog', (question) => void question.accept())
    await signIn(visitor)
  })
  afterAll(async () => {
    await browser?.close()
    await platform?.stop()
  })

  test.each(cases)('%s is sound', async (name, path, open) => {
    const { page } = visitor
    await page.evaluate("for (const key of Object.keys(localStorage)) if (key.startsWith('record-tray')) localStorage.removeItem(key)")
    await page.goto('about:blank')
    visitor.complaints.splice(0)
    await visitor.open(path())
    await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
    await visitor.quiet()
    const other = (await open(stage)) as Locator | undefined
    await visitor.quiet()
    await expectSoundInViews(visitor, other ?? page.locator(overlay).last(), name)
  })
}

function stageOn(page: Page): Stage {
  return {
    page,
    dialog: () => page.getByRole('dialog').last(),
    button: (name) => page.getByRole('button', { name, exact: true }),
    async ofRow(action, row = '.') {
      await page
        .getByRole('button', { name: new RegExp(`^More actions ${row}.*$`) })
        .first()
        .click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    },
  }
}
