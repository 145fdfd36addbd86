import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { limits } from '@nameplane/contract/limits'
import { isPictured, takePicture, type Visitor } from './browser.ts'
import { isSample } from './proof-length.ts'
import { breachesOf, expectAlive, expectQuiet, expectReasons, settled } from './soundness.ts'

/*
 * What opens over a screen, judged while it stands open: language, theme and width change below it, so that it is opened
 * once for all its views.
 */
type View = { readonly isOther: boolean; readonly widthPx: number; readonly withAxe: boolean }

/** In the language and theme that it opened in, then in the other ones, each on a desk and on a phone: in the order that changes least. */
const views: readonly View[] = [
  { isOther: false, widthPx: 1440, withAxe: true },
  { isOther: false, widthPx: 390, withAxe: false },
  { isOther: true, widthPx: 390, withAxe: true },
  { isOther: true, widthPx: 1440, withAxe: false },
]
const shownViews = isSample ? views.filter(({ withAxe }) => withAxe) : views

/** Dialogs, drawers, menus and panels; toasts are none. */
export const overlay = 'dialog[open], [popover]:not([popover=manual]):popover-open'

/** Presses the button of the frame that changes the language, which a dialog keeps from the pointer. */
async function changeLanguage(page: Page): Promise<void> {
  const from: unknown = await page.evaluate('document.documentElement.lang')
  await page.evaluate("document.querySelector('button[lang]').click()")
  await expect.poll(() => page.evaluate('document.documentElement.lang')).not.toBe(from)
}

async function changeTheme(page: Page): Promise<void> {
  const theme = (await page.evaluate('document.documentElement.dataset.mode')) === 'light' ? 'dark' : 'light'
  await page.emulateMedia({ colorScheme: theme })
  await expect.poll(() => page.evaluate('document.documentElement.dataset.mode')).toBe(theme)
}

/** The browser draws the page anew even for the width that it has. */
async function atWidth(page: Page, widthPx: number): Promise<void> {
  if (page.viewportSize()?.width !== widthPx) await page.setViewportSize({ width: widthPx, height: 900 })
}

/**
 * The page has drawn what depends on its width, cards or rows: it does so this long after the window has changed, which it is told before
 * the next frame.
 */
async function laidOut(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done, ${limits.resizeThrottleMs})))`)
}

/** Neither is it wider than itself, nor does any of it stand beside the window, nor is a field cut by what scrolls around it. */
async function expectWithin(page: Page, shown: Locator, place: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  await expect
    .poll(
      async () => {
        const box = await shown.boundingBox()
        const hidden = await shown.evaluate((element) => element.scrollWidth - element.clientWidth)
        const isWithin = box !== null && box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1
        return { isWithin, isWider: hidden > 1, cut: await cutFields(shown) }
      },
      { message: `${place}: its place in the window` },
    )
    .toEqual({ isWithin: true, isWider: false, cut: [] })
}

/** Fields for text that are wider than what is seen of them. */
const cutFields = (shown: Locator): Promise<string[]> =>
  shown.evaluate((overlay) => {
    const fields = [...overlay.querySelectorAll('textarea, select, input:not([type=checkbox], [type=radio], [type=file])')]
    const isCut = (field: (typeof fields)[number]): boolean => {
      const box = field.getBoundingClientRect()
      for (let part = field.parentElement; part !== null && part !== overlay.parentElement; part = part.parentElement) {
        const { left, right } = part.getBoundingClientRect()
        const isClipping = part.ownerDocument.defaultView!.getComputedStyle(part).overflowX !== 'visible'
        if (isClipping && (box.left < left - 1 || box.right > right + 1)) return true
      }
      return false
    }
    return fields
      .filter((field) => field.checkVisibility() && isCut(field))
      .map((field) => field.getAttribute('aria-label') ?? field.getAttribute('name') ?? field.id)
  })

/** As it stands. axe looks at the overlay alone: what it covers has its own sweep. */
export async function expectSoundHere(visitor: Visitor, shown: Locator, place: string, withAxe: boolean): Promise<void> {
  const { page } = visitor
  await expectQuiet(visitor, place)
  await expectReasons(page, place)
  await expectAlive(page, place)
  await expectWithin(page, shown, place)
  if (!withAxe) return
  await settled(page)
  // What a dialog opened is judged with the dialog; axe does not come to an end with a panel in it alone.
  await shown.evaluate((element) => (element.closest('dialog') ?? element).setAttribute('data-judged', ''))
  expect(await breachesOf(page, '[data-judged]'), place).toEqual([])
  await page.locator('[data-judged]').evaluateAll((all) => all.forEach((one) => one.removeAttribute('data-judged')))
}

/** What an overlay covers is neither laid out nor drawn for each view: it has its own sweep. On pictures it is seen. */
async function hideCovered(page: Page, shown: Locator): Promise<void> {
  if (isPictured) return
  await shown.evaluate((overlay) => {
    for (let part = overlay; part.parentElement; part = part.parentElement)
      // Screens that are kept for later are hidden already, and stay so.
      for (const beside of part.parentElement.children) if (beside !== part && beside.checkVisibility()) beside.setAttribute('data-covered', '')
  })
  await page.locator('[data-covered]').evaluateAll((covered) => covered.forEach(({ style }) => (style.display = 'none')))
}

async function showCovered(page: Page): Promise<void> {
  await page.locator('[data-covered]').evaluateAll((covered) => {
    for (const part of covered) {
      part.removeAttribute('data-covered')
      part.style.display = ''
    }
  })
}

/** A dialog or drawer in all views; afterwards everything is as it was, but for the theme. */
export async function expectSoundInViews(visitor: Visitor, shown: Locator, place: string): Promise<void> {
  const { page } = visitor
  await hideCovered(page, shown)
  let isOther = false
  for (const view of shownViews) {
    if (view.isOther && !isOther) {
      await changeLanguage(page)
      await changeTheme(page)
      isOther = true
    }
    await atWidth(page, view.widthPx)
    const here = `${place}, ${isOther ? 'in the other language and theme' : 'as opened'}, at ${view.widthPx} px`
    await expectSoundHere(visitor, shown, here, view.withAxe)
    if (view.withAxe) await takePicture(page, `overlay-${place.replaceAll(/[^\p{L}\d]+/gu, '-')}-${view.widthPx}`)
  }
  await changeLanguage(page)
  await showCovered(page)
  await atWidth(page, 1440)
  await laidOut(page)
}
