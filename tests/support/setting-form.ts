import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a form says while something is not saved; the button of its history stands in the same line. */
export const unsavedIn = (page: Page): Locator => page.getByText(/^(\d+ 项未保存修改历史|\d+ unsaved changes?History)$/)

/** Clicks what saves the form of a setting and waits until the server has saved it: the message of an earlier save may still stand. */
export async function saveSetting(page: Page, button: Locator): Promise<void> {
  const [answer] = await Promise.all([page.waitForResponse((one) => /\/sys\/config\/(save|update)$/.test(new URL(one.url()).pathname)), button.click()])
  expect(await answer.json()).toMatchObject({ code: 1 })
  // What the specification names of this call goes with every one.
  expect(answer.request().postDataJSON()).toMatchObject({ paramKey: expect.any(String), remark: expect.any(String), paramValue: expect.any(Object) })
  await page
    .getByText(/^(保存配置成功|Save config success)$/)
    .first()
    .waitFor()
  await expect.poll(() => unsavedIn(page).count()).toBe(0)
}
