import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from './browser.ts'
import { filledPath, startDemoPlatform } from './demo-platform.ts'
import type { RunningPlatform } from './platform.ts'
import { isSample } from './proof-length.ts'
import {
  expectAccessible,
  expectAligned,
  expectAlive,
  expectOneScroll,
  expectQuiet,
  expectReasons,
  expectStill,
  expectWholeControls,
  expectWholeTexts,
  expectWidthUsed,
} from './soundness.ts'

/*
 * Every screen, in both languages and both themes, at six widths: it opens, says what it is, and neither the browser nor
 * axe has anything to complain about. What cannot be used says why, a list scrolls in one place, and nothing moves, as the visitor prefers.
 * It is opened once; language, theme and width change while it stands there, as they do for somebody who changes them.
 */
type Language = 'zh' | 'en'
type Theme = 'light' | 'dark'
type Screen = { readonly path: string; readonly title: Readonly<Record<Language, string>> }

// Named by a variable, so that the types of the console's components, which know the browser, are not read here.
const screensModule: string = '../../console/src/app/screens.ts'
const { allScreens } = (await import(screensModule)) as { allScreens: () => Promise<readonly Screen[]> }
const screens = await allScreens()

type View = { readonly language: Language; readonly theme: Theme; readonly widthPx: number; readonly withAxe: boolean }

const themes: readonly Theme[] = ['light', 'dark']
const widthsPx = [1440, 800, 390, 1100, 1366, 1920] as const
/** Rows and cards: what depends on a theme is drawn in one of these. */
const isShape = (widthPx: number): boolean => widthPx === 1440 || widthPx === 390

/**
 * How a screen is seen in one language: rows and cards in both themes, the widths between in one of them, since a theme changes colours and
 * no sizes. Axe, which costs more than all else, judges two views that have nothing in common: rows in one language and theme, cards
 * in the other language and theme. From screen to screen the languages and the themes take turns in it, so that rows and cards are
 * judged in each. A sample sees these two only.
 */
function viewsOf(language: Language, number: number): View[] {
  const isFirst = (language === 'zh') === (number % 2 === 0)
  const judged: Theme = isFirst === number % 4 < 2 ? 'light' : 'dark'
  const ownTheme: Theme = language === 'zh' ? 'light' : 'dark'
  const views = themes.flatMap((theme) =>
    widthsPx
      .filter((widthPx) => isShape(widthPx) || theme === ownTheme)
      .map((widthPx) => ({ language, theme, widthPx, withAxe: theme === judged && widthPx === (isFirst ? 1440 : 390) })),
  )
  return isSample ? views.filter(({ withAxe }) => withAxe) : views
}

/** A list has a table that scrolls by itself. */
const listed = 'main [role=group][tabindex="0"] > table, main [role=region][tabindex="0"] > table'
const desksPx = [
  [1440, 900],
  [1366, 768],
  [1366, 650],
] as const

const signInTitle = { zh: '登录', en: 'Sign in' }
const signInSettingsTitle = { zh: '登录与安全', en: 'Sign-in and security' }
const absentTitle = { zh: '页面不存在', en: 'Page not found' }

/** Declares the tests of every `parts`-th screen from `part` on; the parts are files of their own, so that they run beside each other. */
export function sweepScreens(part: number, parts: number): void {
  const ours = screens.filter((_, index) => index % parts === part - 1)
  let platform: RunningPlatform
  let browser: Browser
  let visitor: Visitor

  beforeAll(async () => {
    platform = await startDemoPlatform()
    browser = await openBrowser()
    visitor = await newVisitor(browser, platform, { language: 'zh', theme: 'system', isStill: true })
    await signIn(visitor)
  })
  afterAll(async () => {
    await browser?.close()
    await platform?.stop()
  })
  beforeEach(() => void visitor.complaints.splice(0))

  const shownLanguage = async ({ page }: Visitor): Promise<Language> => ((await page.evaluate('document.documentElement.lang')) === 'en' ? 'en' : 'zh')

  /** By the button in the page, which says its aim in the other language. */
  async function switchLanguage({ page }: Visitor, to: Language): Promise<void> {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page
      .locator(`button[lang="${to === 'en' ? 'en' : 'zh-CN'}"]`)
      .first()
      .click()
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(to === 'en' ? 'en' : 'zh-CN')
  }

  /** The browser draws the page anew even for the theme that it has. */
  async function inTheme(page: Page, theme: Theme): Promise<void> {
    const shown = (): Promise<unknown> => page.evaluate('document.documentElement.dataset.mode')
    if ((await shown()) === theme) return
    await page.emulateMedia({ colorScheme: theme })
    await expect.poll(shown).toBe(theme)
  }

  /** What stands open in all variants, whichever language it stands in at first. */
  async function expectSoundInAll(visitor: Visitor, path: string, headings: Readonly<Record<Language, string>>, number = 0): Promise<void> {
    const { page } = visitor
    const first = await shownLanguage(visitor)
    for (const language of [first, first === 'zh' ? 'en' : 'zh'] as const) {
      if ((await shownLanguage(visitor)) !== language) await switchLanguage(visitor, language)
      for (const { theme, widthPx, withAxe } of viewsOf(language, number)) {
        const place = `${path} in ${language}, ${theme}, at ${widthPx} px`
        await inTheme(page, theme)
        await page.setViewportSize({ width: widthPx, height: 900 })
        await page.locator(`main[data-screen="${path}"]`).waitFor()
        await expect.poll(() => page.title(), { message: place }).toContain(headings[language])
        await expectQuiet(visitor, place)
        await expectWholeControls(page, place)
        if (widthPx >= 1366) await expectWholeTexts(page, place)
        if (widthPx >= 1366) await expectWidthUsed(page, place)
        if (widthPx >= 1366) await expectAligned(page, place)
        if (withAxe) await expectAccessible(page, place)
        if (isShape(widthPx)) await takePicture(page, `screen${path.replaceAll('/', '-')}-${language}-${theme}-${widthPx}`)
      }
    }
  }

  /** Lists that were opened, and screens. */
  const opened = { lists: 0, screens: 0 }
  afterAll(() => {
    // A run of a part by its name opens a few.
    if (opened.screens === ours.length) expect(opened.lists).toBeGreaterThan(4)
  })

  async function expectListInOnePlace(page: Page, path: string): Promise<void> {
    if ((await page.locator(listed).filter({ visible: true }).count()) === 0) return
    opened.lists += 1
    for (const [width, height] of desksPx) {
      await page.setViewportSize({ width, height })
      await expectOneScroll(page, `${path} at ${width} × ${height}`)
    }
  }

  test.each(ours)('$path is sound in both languages and both themes at six widths', async ({ path, title }) => {
    const filled = await filledPath(platform, path)
    // Not every screen is opened on a wide window.
    const number = screens.findIndex((screen) => screen.path === path)
    await visitor.page.setViewportSize({ width: widthsPx[number % widthsPx.length]!, height: 900 })
    await visitor.open(filled)
    // The parts take screens in turn: what a screen is judged in must not follow from its part.
    await expectSoundInAll(visitor, filled, title, Math.floor(number / parts))
    expect(await visitor.page.title()).toMatch(/ · Nameplane$/)
    await visitor.page.setViewportSize({ width: 1440, height: 900 })
    await expectReasons(visitor.page, `${path} to the administrator`)
    await expectAlive(visitor.page, path)
    await expectStill(visitor.page, path)
    await expectListInOnePlace(visitor.page, path)
    opened.screens += 1
  })

  const besides: readonly { readonly place: string; readonly part: number; readonly isSound: () => Promise<void> }[] = [
    {
      place: 'the sign-in page',
      part: 1,
      async isSound() {
        const stranger = await newVisitor(browser, platform, { language: 'zh', theme: 'system', widthPx: 390, isStill: true })
        await stranger.open('/login')
        await stranger.page.locator('main').waitFor()
        await expectSoundInAll(stranger, '/login', signInTitle)
        await expectStill(stranger.page, 'the sign-in page')
        await stranger.close()
      },
    },
    {
      place: 'the tab of API tokens',
      part: parts,
      async isSound() {
        await visitor.page.setViewportSize({ width: 1440, height: 900 })
        await visitor.open('/system/config/login?tab=api')
        await visitor.page.getByText('NAMEPLANE_ADMIN_TOKEN').first().waitFor()
        await expectSoundInAll(visitor, '/system/config/login', signInSettingsTitle)
      },
    },
    {
      place: 'the page for addresses that lead nowhere',
      part: parts,
      async isSound() {
        await visitor.open('/nope')
        await expectSoundInAll(visitor, 'not-found', absentTitle)
      },
    },
  ]
  test.each(besides.filter((one) => one.part === part))('$place is sound', ({ isSound }) => isSound())
}
