import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { build } from 'vite'
import { sanitisedHtml } from '../../server/src/rich-text/sanitised.ts'
import { openBrowser } from '../support/browser.ts'
import { richTextCases } from '../support/rich-text-cases.ts'

/* The console's sanitiser in a browser beside the server's, over one table: nothing runs, and both leave the same. */
let browser: Browser
let page: Page

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('../../console/src/screen-parts/rich-text/sanitised.ts', import.meta.url)), formats: ['iife'], name: 'richText' },
    },
  })
  const [bundle] = [built].flat()
  if (!bundle || !('output' in bundle)) throw new Error('the sanitiser was not built')
  browser = await openBrowser()
  page = await browser.newPage()
  await page.addScriptTag({ content: bundle.output[0].code })
  await page.evaluate('window.alert = () => { window.wasRun = true }')
})
beforeEach(() => page.evaluate('window.wasRun = false'))
afterAll(() => browser?.close())

type Outcome = { left: string; ofSaved: string; saved: string; wasRun: boolean }

/** The text as the browser's sanitiser leaves it, also after the server's, and what the server's own is to a browser. */
async function outcomeOf(html: string, saved: string): Promise<Outcome> {
  return page.evaluate(
    `(async ([html, saved]) => {
      const written = (nodes) => { const box = document.createElement('div'); box.append(nodes); return box.innerHTML }
      const inert = document.createElement('template')
      inert.innerHTML = saved
      const place = document.createElement('div')
      place.append(richText.sanitisedNodes(html))
      document.body.replaceChildren(place)
      for (const one of place.querySelectorAll('*')) one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      await new Promise((settle) => setTimeout(settle, 5))
      return { left: written(richText.sanitisedNodes(html)), ofSaved: written(richText.sanitisedNodes(saved)), saved: written(inert.content), wasRun: window.wasRun === true }
    })(${JSON.stringify([html, saved])})`,
  )
}

describe('what is shown of', () => {
  test.each(richTextCases)('%s', async (_, html, left) => {
    const saved = sanitisedHtml(html)
    expect(await outcomeOf(html, saved)).toEqual({ left, ofSaved: left, saved: left, wasRun: false })
  })
})

test('the page would notice a script that runs', async () => {
  await page.evaluate(`document.body.innerHTML = '<img src="data:," onerror="alert(1)">'`)
  await expect.poll(() => page.evaluate('window.wasRun')).toBe(true)
})
