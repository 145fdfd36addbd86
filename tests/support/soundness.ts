import { source as axeSource, type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './browser.ts'

/** Names of fields whose choices are not all different. */
const choicesTwice = `[...document.querySelectorAll('select')]
  .filter(({ options }) => new Set([...options].map(({ value }) => value)).size < options.length)
  .map((field) => field.name || field.getAttribute('aria-label'))`

/** Neither has the browser complained, nor is the page wider than its window, nor does a field offer the same choice twice. */
export async function expectQuiet(visitor: Visitor, place: string): Promise<void> {
  await visitor.quiet()
  // What depends on the width is drawn anew at most ten times a second.
  await expect
    .poll(() => visitor.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'), {
      message: `${place} is wider than the window by this many pixels`,
    })
    .toBeLessThanOrEqual(0)
  expect(await visitor.page.evaluate(choicesTwice), `${place}: fields that offer the same twice`).toEqual([])
  expect(visitor.complaints, place).toEqual([])
}

/**
 * Controls that are disabled and do not say why: by a text that describes them or, where a whole part of a form is, that part; their own
 * name says nothing. Nobody asks that of what lies behind a dialog.
 */
const unexplained = `(() => {
  const textOf = (one) => [
    ...(one.getAttribute('aria-describedby') ?? '').split(/\\s+/).map((id) => (id && document.getElementById(id)?.textContent) || ''),
    one.getAttribute('title') ?? '',
  ]
  const nameOf = (one) => [one.getAttribute('aria-label') ?? '', one.textContent ?? '', ...[...(one.labels ?? [])].map((label) => label.textContent ?? '')]
  const isExplained = (one, name) => textOf(one).some((text) => text.trim() !== '' && !name.includes(text)) || /\\S/.test(one.querySelector('[data-reason]')?.textContent ?? '')
  const parts = (one) => (one ? [one, ...parts(one.parentElement?.closest('fieldset:disabled'))] : [])
  const front = document.activeElement.closest('dialog:modal') ?? [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  return [...front.querySelectorAll(':is(button, input, select, textarea, [role]):is(:disabled, [aria-disabled=true])')]
    .filter((one) => one.checkVisibility() && !parts(one).some((part) => isExplained(part, nameOf(one))))
    .map((one) => one.tagName.toLowerCase() + ' ' + nameOf(one).find((name) => name.trim() !== ''))
})()`

/** Whatever is disabled says why. */
export async function expectReasons(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate(unexplained), { message: `${place}: controls that are disabled without a reason`, timeout: 3000 }).toEqual([])
}

/** Buttons that can be pressed and do nothing, and fields that forget what is typed, by what the console hands to each of them when it draws it. */
const dead = `(() => {
  const handed = (one) => one[Object.keys(one).find((key) => key.startsWith('__reactProps$'))] ?? {}
  const takes = (one, ...events) => events.some((event) => handed(one)[event])
  const isUsable = (one) => one.checkVisibility() && !one.disabled && one.getAttribute('aria-disabled') !== 'true'
  const isDead = (one) => one.tagName === 'BUTTON'
    ? one.type !== 'submit' && !one.popoverTargetElement && !takes(one, 'onClick', 'onMouseDown', 'onPointerDown', 'onKeyDown')
    : ['value', 'checked'].some((name) => handed(one)[name] !== undefined) && !one.readOnly && !takes(one, 'onChange', 'onInput', 'onClick')
  return [...document.querySelectorAll('button, input, select, textarea')].filter((one) => isUsable(one) && isDead(one))
    .map((one) => one.tagName.toLowerCase() + ' ' + (one.getAttribute('aria-label') || one.textContent || one.name))
})()`

/** Whatever can be pressed does something, and whatever can be typed in takes it. */
export async function expectAlive(page: Page, place: string): Promise<void> {
  expect(await page.evaluate(dead), `${place}: controls that do nothing`).toEqual([])
}

/** How many scroll bars go down, the window's own among them, and those that have next to nothing to scroll. */
const scrolled = `[document.documentElement, ...document.querySelectorAll('main, main *')].flatMap((one) => {
  const isWindow = one === document.documentElement
  if (!isWindow && !(one.checkVisibility() && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))) return []
  const by = one.scrollHeight - one.clientHeight
  return by > 0 ? [{ what: isWindow ? 'window' : one.tagName.toLowerCase() + ' ' + (one.getAttribute('aria-label') ?? ''), by }] : []
})`

/** A list scrolls in one place, and by more than a hair. */
export async function expectOneScroll(page: Page, place: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const bars = await page.evaluate<{ what: string; by: number }[]>(scrolled)
        return bars.length > 1 || bars.some(({ by }) => by < 8) ? bars : []
      },
      { message: `${place}: more than one scroll bar, or one with nothing to scroll`, timeout: 3000 },
    )
    .toEqual([])
}

/** Longer texts of a table, such as lists of name servers, may be cut on any window. */
const mostWholeCharacters = 50
/** Texts of heads and cells of tables that are wider than their place, or have more lines than it. */
const cutTexts = `[...document.querySelectorAll('main table')].filter((table) => table.checkVisibility()).flatMap((table) => {
  const isWider = (one, style) => ['hidden', 'clip'].includes(style.overflowX) && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1
  // A line that is a fraction of a pixel higher is no line more.
  const isLonger = (one, style) => style.webkitLineClamp !== 'none' && one.scrollHeight > one.clientHeight + 3
  const isCut = (one) => [isWider, isLonger].some((is) => is(one, getComputedStyle(one)))
  const cells = [...table.querySelectorAll('th, td')]
  return cells.filter((cell) => [cell, ...cell.querySelectorAll('*')].some(isCut)).map((cell) => cell.textContent.trim()).filter((text) => text.length <= ${mostWholeCharacters})
})`

/** On a desk, heads and cells of a table stand there whole. */
export async function expectWholeTexts(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate(cutTexts), { message: `${place}: texts of the table that are cut` }).toEqual([])
}

/** Headings of groups of fields that stand beside each other, a little higher or lower. */
const crooked = `[...document.querySelectorAll('main fieldset > legend')].filter((one) => one.checkVisibility()).flatMap((one, place, all) => {
  const grid = (legend) => legend.parentElement.parentElement
  const at = one.getBoundingClientRect()
  return all.slice(place + 1).filter((other) => {
    const beside = other.getBoundingClientRect()
    const apart = Math.abs(beside.top - at.top)
    return grid(other) === grid(one) && Math.abs(beside.left - at.left) > 100 && apart > 1 && apart < 16
  }).map((other) => one.textContent + ' / ' + other.textContent)
})`

/** What stands beside each other stands on one line. */
export async function expectAligned(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate(crooked), { message: `${place}: headings that are not on one line` }).toEqual([])
}

/** What is asked for in fields that are too narrow to say it. */
const cutPlaceholders = `(() => {
  const pen = document.createElement('canvas').getContext('2d')
  return [...document.querySelectorAll('input[placeholder]')].filter((field) => field.checkVisibility()).map((field) => {
    const style = getComputedStyle(field)
    pen.font = style.font
    return { text: field.placeholder, overPx: pen.measureText(field.placeholder).width - (field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) }
  }).filter(({ overPx }) => overPx > 1).map(({ text }) => text)
})()`
/** Buttons of a pager that went to another line than the first of them. */
const brokenPagers = `[...document.querySelectorAll('main nav')].filter((nav) => nav.checkVisibility() && nav.querySelector('select')).flatMap((nav) => {
  const buttons = [...nav.querySelectorAll('button')].filter((button) => button.checkVisibility())
  return buttons.filter((button) => button.getBoundingClientRect().top !== buttons[0].getBoundingClientRect().top).map((button) => button.getAttribute('aria-label'))
})`

/** Fields say whole what they ask for, and a pager keeps its buttons together. */
export async function expectWholeControls(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate(cutPlaceholders), { message: `${place}: placeholders that are cut` }).toEqual([])
  await expect.poll(() => page.evaluate(brokenPagers), { message: `${place}: buttons of the pager in another line` }).toEqual([])
}

/**
 * Whether what axe calls a link over the menu to nowhere is one: a route of the console begins with a `#` too, and looks like
 * that when it is scrolled out of a row of tabs.
 */
async function isRoute(page: Page, target: string): Promise<boolean> {
  return ((await page.locator(target).first().getAttribute('href')) ?? '').includes('#/')
}

/** How far to the right the controls and groups of a form reach, as a part of its width; of forms in the page with three of them or more. */
const widthsUsed = `[...document.querySelectorAll('main form > fieldset')].flatMap((form) => {
  const { left, width } = form.getBoundingClientRect()
  const controls = [...form.querySelectorAll('input, select, textarea, fieldset')].filter((one) => one.checkVisibility())
  return controls.length < 3 ? [] : [Math.max(...controls.map((one) => (one.getBoundingClientRect().right - left) / width))]
})`

/** On a desk, the fields of a form in the page stand beside each other: it is no narrow column. */
export async function expectWidthUsed(page: Page, place: string): Promise<void> {
  await expect
    .poll(async () => (await page.evaluate<number[]>(widthsUsed)).filter((part) => part < 0.6), { message: `${place}: forms that leave their width empty` })
    .toEqual([])
}

/** Waits for the end of what moves: colours on their way to others are neither. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => null))).then(() => null)',
  )
}

/** What moves, or would on the way to another look. */
const moving = `[...document.querySelectorAll('body, body *')].filter((one) => {
  const { transitionProperty, animationName, animationIterationCount } = getComputedStyle(one)
  return transitionProperty !== 'none' || (animationName !== 'none' && animationIterationCount === 'infinite')
}).map((one) => one.tagName.toLowerCase() + ' ' + one.className)`

/** Whoever prefers reduced motion sees none. */
export async function expectStill(page: Page, place: string): Promise<void> {
  expect(await page.evaluate(moving), `${place}: what moves all the same`).toEqual([])
}

/** axe finds nothing to complain about. */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  await settled(page)
  expect(await breachesOf(page), place).toEqual([])
}

/**
 * What axe complains of in the page, or within what a selector names, one line each. A page reads axe once; what passes is not told, which is half of
 * the work, and the markup of each element, which we do not print. It cannot look into frames: those of the console run no scripts.
 */
export async function breachesOf(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(`${axeSource}; axe.configure({ noHtml: true })`)
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, { resultTypes: ['violations'], iframes: false }).then(({ violations }) => violations)`,
  )
  const valid: unknown[] = []
  for (const violation of violations) {
    if (violation.id !== 'skip-link') continue
    const routes = await Promise.all(violation.nodes.map(({ target }) => isRoute(page, target.join(' '))))
    if (routes.every(Boolean)) valid.push(violation)
  }
  return violations
    .filter((violation) => !valid.includes(violation))
    .map(
      (violation) =>
        `${violation.id}: ${violation.help}; ${violation.nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join('; ')}`,
    )
}
