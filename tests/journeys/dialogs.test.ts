import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { openPart } from '../support/part-page.ts'

/*
 * Esc in dialogs, however often and fast. A browser lets a page stop it once for each thing that the reader does there: the next one closes
 * the dialog whatever the page says. A document without a browser knows nothing of that.
 */
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
})
beforeEach(async () => {
  page = await openPart(browser, 'shell/dialogs.testing.tsx')
})
afterAll(() => browser?.close())

const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
/** Without a pause: each is on its way before the last was answered. */
const pressEsc = (times: number) => Promise.all(Array.from({ length: times }, () => page.keyboard.press('Escape')))

test.each([1, 2, 3, 4, 5, 6, 7])('pressed %i times over what was typed, Esc leaves the dialog with it, or the question above it', async (times) => {
  await button('Type').click()
  const dialog = page.getByRole('dialog', { name: 'Kept' })
  const typed = dialog.getByRole('textbox')
  await typed.fill('what was typed')
  await pressEsc(times)
  // Whatever it has come to, the way on can be pressed.
  const question = page.getByRole('alertdialog')
  await dialog.waitFor()
  if (await question.isVisible()) await button('继续编辑').click()
  await question.waitFor({ state: 'detached' })
  await typed.click()
  expect(await typed.inputValue()).toBe('what was typed')
  await page.keyboard.press('Escape')
  await button('放弃').click()
  await dialog.waitFor({ state: 'detached' })
})

test('pressed over a question, Esc leaves it while what was agreed to goes on', async () => {
  await button('Ask').click()
  await button('Do').click()
  await page.getByText('running').waitFor()
  await pressEsc(4)
  await page.getByRole('alertdialog', { name: 'Asked' }).waitFor()
  expect(await page.getByRole('alertdialog').isVisible()).toBe(true)
})

test.each([1, 2, 3, 4, 5, 6, 7])(
  'pressed %i times over the end of the session, Esc leaves it above the dialog that was open, with what was typed',
  async (times) => {
    await button('Type').click()
    const typed = page.getByRole('dialog', { name: 'Kept' }).getByRole('textbox')
    await typed.fill('what was typed')
    await page.evaluate('part.endSession()')
    const end = page.getByRole('alertdialog', { name: '登录已过期' })
    await end.waitFor()
    await pressEsc(times)
    await button('重新登录').click({ trial: true })
    expect(await typed.inputValue()).toBe('what was typed')
  },
)

test('a click beside a question answers nothing, and Esc leaves it', async () => {
  await button('Ask').click()
  const question = page.getByRole('alertdialog', { name: 'Asked' })
  await question.waitFor()
  await page.mouse.click(5, 5)
  expect(await question.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
})
