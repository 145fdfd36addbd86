import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { RunningPlatform } from './platform.ts'

/** The answer of the captcha whose picture the page shows now, as the server keeps it. */
export async function captchaAnswerOn(page: Page, platform: Pick<RunningPlatform, 'db'>): Promise<string> {
  let answer: string | undefined
  await expect
    .poll(async () => {
      const source = await page.locator('img[src*="sys_login_captcha"]').getAttribute('src')
      const uuid = new URLSearchParams(source!.split('?')[1]).get('uuid')!
      answer = (await platform.db.selectFrom('captcha').select('answer').where('uuid', '=', uuid).executeTakeFirst())?.answer
      return answer
    })
    .toBeTypeOf('string')
  return answer!
}
