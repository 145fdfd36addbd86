import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Browser, Page } from 'playwright-core'
import { icons } from '../../console/build-steps/icons.ts'

/** A page that shows a part of the console alone, without a server. `entry` is below console/src; what it exports is the page's `part`. */
export async function openPart(browser: Browser, entry: string): Promise<Page> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [icons()],
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, lib: { entry: fileURLToPath(new URL(`../../console/src/${entry}`, import.meta.url)), formats: ['iife'], name: 'part' } },
  })
  const [bundle] = [built].flat()
  if (!bundle || !('output' in bundle)) throw new Error(`${entry} was not built`)
  const page = await browser.newPage()
  page.setDefaultTimeout(10_000)
  await page.addScriptTag({ content: bundle.output[0].code })
  return page
}
