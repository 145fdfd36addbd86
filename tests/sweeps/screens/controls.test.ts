import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { rights } from '@nameplane/contract/rights'
import { hashPassword } from '../../../server/src/features/account/session/password.ts'
import { administratorWith } from '../../support/app-accounts.ts'
import { fillSignIn, newVisitor, openBrowser, type Visitor } from '../../support/browser.ts'
import { filledPath, startDemoPlatform } from '../../support/demo-platform.ts'
import type { RunningPlatform } from '../../support/platform.ts'
import { expectReasons } from '../../support/soundness.ts'

/* What cannot be used says why to who may only read, on every screen. What somebody sees who may do everything is judged in the sweep over screens. */
// Named by a variable, so that the types of the console's components, which know the browser, are not read here.
const screensModule: string = '../../../console/src/app/screens.ts'
const { allScreens } = (await import(screensModule)) as { allScreens: () => Promise<readonly { readonly path: string }[]> }
const screens = await allScreens()

let platform: RunningPlatform
let browser: Browser
let reader: Visitor

beforeAll(async () => {
  platform = await startDemoPlatform()
  browser = await openBrowser()
  const { username, accountId } = await administratorWith(
    platform,
    rights.filter((right) => right.endsWith('.read')),
  )
  await platform.db
    .updateTable('account')
    .set({ password_hash: await hashPassword('reader-pass-1') })
    .where('id', '=', accountId)
    .execute()
  reader = await newVisitor(browser, platform, { language: 'en' })
  await reader.open('/login')
  await fillSignIn(reader.page, username, 'reader-pass-1')
  await reader.page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

test.each(screens)('$path says why what is disabled cannot be used', async ({ path }) => {
  const { open, page, quiet } = reader
  const filled = await filledPath(platform, path)
  await open(filled)
  await page.locator(`main[data-screen="${filled}"]`).waitFor()
  await quiet()
  await expectReasons(page, `${path} to the reader`)
})
