import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** How far the strength of a password may begin below its field: the rule of the field stands between them, in two lines at most. */
const nearPx = 60
const places = `[...document.querySelectorAll('[role=meter]')].map((meter) => {
  const fields = [...meter.closest('form').querySelectorAll('input[autocomplete=new-password]')].map((field) => field.getBoundingClientRect())
  const { left, right, top } = meter.getBoundingClientRect()
  const [first, again] = fields
  if (!again) return { fields: fields.length }
  const isBelow = top >= first.bottom && top <= first.bottom + ${nearPx} && left >= first.left - 1 && right <= first.right + 1
  return { fields: fields.length, isBelow, isBeforeAgain: again.left >= first.right || top < again.top }
})`

/** The strength of a new password is shown directly below its field, and no wider, before the password is asked for again; on a desk as on a phone. */
export async function expectMeterBelowField(page: Page, place: string): Promise<void> {
  const before = page.viewportSize()!
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: before.height })
    await expect
      .poll(() => page.evaluate(places), { message: `the strength of the password in ${place} at ${width} px` })
      .toEqual([{ fields: 2, isBelow: true, isBeforeAgain: true }])
  }
  await page.setViewportSize(before)
}
