import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from './browser.ts'
import type { RunningPlatform } from './platform.ts'
import { expectAccessible, expectQuiet, shownDomain, startDemoPlatform } from './soundness.ts'

/*
 * Every screen, in both languages and both themes, at four widths: it opens, says what it is, and neither the browser nor
 * axe has anything to complain about.
 */
type Screen = { readonly path: string; readonly title: Readonly<Record<'zh' | 'en', string>> }

// Named by a variable, so that the types of the console's components, which know the browser, are not read here.
const screensModule: string = '../../console/src/app/screens.ts'
const { screens } = (await import(screensModule)) as { screens: readonly Screen[] }

const combinations = [
  { language: 'zh', theme: 'light', widthsPx: [1440, 1100, 800, 390] },
  { language: 'en', theme: 'light', widthsPx: [390, 800, 1100, 1440] },
  { language: 'zh', theme: 'dark', widthsPx: [800, 390, 1440, 1100] },
  { language: 'en', theme: 'dark', widthsPx: [1100, 1440, 390, 800] },
] as const
/** The narrowest and the widest, each theme once. */
const isWithAxe = (language: string, theme: string, widthPx: number): boolean =>
  (widthPx === 390 || widthPx === 1440) && (theme === 'light') === (language === 'zh')

/** Declares the tests of one theme; the themes are files of their own, so that they run beside each other. */
export function sweepScreens(theme: 'light' | 'dark'): void {
  let platform: RunningPlatform
  let browser: Browser
  let visitor: Visitor

  beforeAll(async () => {
    platform = await startDemoPlatform()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await platform?.stop()
  })

  /** The path with something of the demo world in place of its parameters. */
  async function filledPath(path: string): Promise<string> {
    if (!path.includes('{')) return path
    const { domain, id, userId } = await shownDomain(platform)
    const known: Readonly<Record<string, string | number>> = { domain, id, userId, method: 1 }
    return path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
      if (!(parameter in known)) throw new Error(`the sweep knows no value for {${parameter}} of ${path}`)
      return String(known[parameter])
    })
  }

  async function expectSound(path: string, heading: string, widthPx: number, withAxe: boolean): Promise<void> {
    const { page } = visitor
    await page.setViewportSize({ width: widthPx, height: 900 })
    await page.locator(`main[data-screen="${path}"]`).waitFor()
    await visitor.quiet()
    await expect.poll(() => page.title()).toContain(heading)
    await expectQuiet(visitor, `${path} at ${widthPx} px`)
    if (withAxe) await expectAccessible(page, `${path} at ${widthPx} px`)
  }

  describe.each(combinations.filter((one) => one.theme === theme))('in $language, $theme', ({ language, widthsPx }) => {
    beforeAll(async () => {
      visitor = await newVisitor(browser, platform, { language, theme, widthPx: widthsPx[0] })
      await visitor.open('/login')
      await visitor.page.locator('main').waitFor()
    })
    afterAll(() => visitor.close())

    async function expectSoundAtAllWidths(path: string, heading: string): Promise<void> {
      for (const widthPx of widthsPx) {
        await expectSound(path, heading, widthPx, isWithAxe(language, theme, widthPx))
        if (widthPx === 390 || widthPx === 1440) await takePicture(visitor.page, `screen${path.replaceAll('/', '-')}-${language}-${theme}-${widthPx}`)
      }
    }

    test('the sign-in page is sound', async () => {
      await expectSoundAtAllWidths('/login', language === 'zh' ? '登录' : 'Sign in')
      await signIn(visitor)
    })

    test.each(screens)('$path is sound', async ({ path, title }) => {
      const filled = await filledPath(path)
      await visitor.page.setViewportSize({ width: widthsPx[0], height: 900 })
      await visitor.open(filled)
      await expectSoundAtAllWidths(filled, title[language])
      expect(await visitor.page.title()).toMatch(/ · Nameplane$/)
      expect(await visitor.page.evaluate('document.documentElement.lang')).toBe(language === 'zh' ? 'zh-CN' : 'en')
    })

    test('the page for addresses that lead nowhere is sound', async () => {
      await visitor.open('/nope')
      await expectSoundAtAllWidths('not-found', language === 'zh' ? '页面不存在' : 'Page not found')
    })
  })
}
