import type { Browser, Page } from 'playwright-core'

/** One thing a page loaded: its path without the hash of its content, and the bytes of its body as they came over the wire. */
export type Loaded = { name: string; bytes: number }

export type Weight = { bytes: number; requests: number; loaded: Loaded[] }

/** What the page has loaded since it was opened, the captcha's picture left out of the bytes but not of the requests. */
export async function weightOf(page: Page): Promise<Weight> {
  // As text: the browser's types are not those of the process that this file runs in.
  const entries = await page.evaluate<{ url: string; bytes: number }[]>(
    `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type)).map((entry) => ({ url: entry.name, bytes: entry.encodedBodySize }))`,
  )
  const sent = entries.filter(({ url }) => url.startsWith('http'))
  const loaded = sent.map(({ url, bytes }) => ({ name: new URL(url).pathname, bytes })).filter(({ name }) => !name.endsWith('sys_login_captcha.jpg'))
  return { bytes: loaded.reduce((sum, one) => sum + one.bytes, 0), requests: sent.length, loaded: loaded.sort((left, right) => right.bytes - left.bytes) }
}

/** The largest parts of a weight, for a failure's text. */
export function inWords({ bytes, requests, loaded }: Weight): string {
  return `${bytes} bytes in ${requests} requests: ${loaded
    .slice(0, 12)
    .map(({ name, bytes: size }) => `${name} ${size}`)
    .join(', ')}`
}

const stillMs = 800

/** Waits until nothing was loaded for a while. A stream of events never ends, so the network itself is never idle. */
async function untilStill(page: Page): Promise<void> {
  for (let before = -1, now = 0; before !== now;) {
    before = now
    await page.waitForTimeout(stillMs)
    now = await page.evaluate<number>(`performance.getEntriesByType('resource').length`)
  }
}

/** Opens a hash path with an empty cache, with the cookies and the storage of a visitor, and waits until nothing more is loaded. */
export async function openCold(
  browser: Browser,
  url: string,
  path: string,
  state?: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>,
): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', ...(state ? { storageState: state } : {}) })
  const page = await context.newPage()
  await page.goto(`${url}#${path}`)
  await untilStill(page)
  return { page, close: () => context.close() }
}
