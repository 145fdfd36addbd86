import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rights } from '@nameplane/contract/rights'
import { hashPassword } from '../../../server/src/features/account/session/password.ts'
import { administratorWith } from '../../support/app-accounts.ts'
import { fillSignIn, newVisitor, openBrowser, signIn, type Visitor } from '../../support/browser.ts'
import type { RunningPlatform } from '../../support/platform.ts'
import { expectOneScroll, expectReasons, filledPath, startDemoPlatform } from '../../support/soundness.ts'

/*
 * What cannot be used says why, to who may do everything and to who may only read: on every screen. And a list scrolls in one place.
 */
// Named by a variable, so that the types of the console's components, which know the browser, are not read here.
const screensModule: string = '../../../console/src/app/screens.ts'
const { allScreens } = (await import(screensModule)) as { allScreens: () => Promise<readonly { readonly path: string }[]> }
const screens = await allScreens()

let platform: RunningPlatform
let browser: Browser
let visitors: Record<'administrator' | 'reader', Visitor>

beforeAll(async () => {
  platform = await startDemoPlatform()
  browser = await openBrowser()
  const administrator = await newVisitor(browser, platform, { language: 'en' })
  await signIn(administrator)
  const { username, accountId } = await administratorWith(
    platform,
    rights.filter((right) => right.endsWith('.read')),
  )
  await platform.db
    .updateTable('account')
    .set({ password_hash: await hashPassword('reader-pass-1') })
    .where('id', '=', accountId)
    .execute()
  const reader = await newVisitor(browser, platform, { language: 'en' })
  await reader.open('/login')
  await fillSignIn(reader.page, username, 'reader-pass-1')
  await reader.page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
  visitors = { administrator, reader }
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

async function openScreen({ open, page, quiet }: Visitor, path: string): Promise<void> {
  const filled = await filledPath(platform, path)
  await open(filled)
  await page.locator(`main[data-screen="${filled}"]`).waitFor()
  await quiet()
}

describe.each(['administrator', 'reader'] as const)('to the %s', (who) => {
  test.each(screens)('$path says why what is disabled cannot be used', async ({ path }) => {
    await openScreen(visitors[who], path)
    await expectReasons(visitors[who].page, `${path} to the ${who}`)
  })
})

/** A list has a table that scrolls by itself. */
const listed = 'main [role=group][tabindex="0"] > table, main [role=region][tabindex="0"] > table'

test('a list scrolls in one place, on large and small desks', async () => {
  const { administrator: visitor } = visitors
  let lists = 0
  for (const { path } of screens) {
    await openScreen(visitor, path)
    if ((await visitor.page.locator(listed).filter({ visible: true }).count()) === 0) continue
    lists += 1
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [1366, 650],
    ] as const) {
      await visitor.page.setViewportSize({ width, height })
      await expectOneScroll(visitor.page, `${path} at ${width} × ${height}`)
    }
    await visitor.page.setViewportSize({ width: 1440, height: 900 })
  }
  expect(lists).toBeGreaterThan(8)
})
