import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Endpoint } from '@nameplane/contract/endpoint'

/** What the page does with an event is drawn by the second frame after it. */
const drawn = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/**
 * While the next call of an endpoint is on its way, does the same `again`, as an impatient reader does. What is returned expects, once
 * the call was answered, that it was the only one.
 */
export async function sentOnce(page: Page, { path }: Endpoint, again: () => Promise<unknown>): Promise<() => Promise<void>> {
  let sent = 0
  const isCall = ({ pathname }: URL): boolean => pathname.endsWith(`/${path}`)
  await page.route(isCall, async (route) => {
    sent += 1
    if (sent === 1) {
      await again()
      await page.evaluate(drawn)
    }
    await route.fallback()
  })
  // The route stays: requests are held from the visitor's first page on (`isInterceptable`), and taking it away could end that.
  return async () => {
    expect(sent, `calls of ${path}`).toBe(1)
  }
}
