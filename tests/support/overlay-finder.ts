import { setTimeout as pause } from 'node:timers/promises'
import type { ElementHandle, Locator, Route } from 'playwright-core'
import { expect } from 'vitest'
import { endpoints } from '@nameplane/contract/endpoints'
import type { Visitor } from './browser.ts'
import { expectSoundHere, expectSoundInViews, overlay } from './overlay-views.ts'

/*
 * Finds what opens over a screen by pressing what can be pressed: buttons of the page, of its first row and of the bar over ticked
 * rows, what the menus of rows offer, and what the dialogs themselves open. While it looks, the server is kept from every
 * change and every file: what would act at once, without a question, is seen by what it tries and does nothing.
 */
type Opener = { readonly label: string; readonly isMenu: boolean }
/** Finds what is to be pressed, as the page stands now. */
type Take = () => Promise<ElementHandle>
type Before = { readonly address: string; readonly build: string }
type Pressed = 'opened' | 'acted' | 'left' | 'changed' | 'nothing'

/** What is not pressed, with the reason. */
const unpressed: Readonly<Record<string, string>> = {
  '[lang]': 'changes the language, as each overlay is seen to bear',
  '[data-action=seen-as]': 'shows the console as another role from then on: power',
  '[role=toolbar] *': 'works on ticked rows: pressed with some',
  'nav *': 'leads to another page',
  'th *': 'sorts or arranges the table: pressed tests, shell',
  '[aria-pressed]': 'switches what is shown',
  '[type=submit]': 'sends a form: forms',
}
/** Rows of a table whose menus are looked into: of each action, the first row that offers it. */
const rowsWithMenu = 5
/** React shows what was loaded only now at the earliest this long after what stood in its place, and the page may be busy. */
const loadedPartMs = 400
/** How often something is looked for and pressed again that was drawn anew at that very moment. */
const mostAttempts = 5
/** Further buttons of one dialog. */
const mostInner = 12

const kept = endpoints.filter(({ endpoint }) => endpoint.effect === 'write' || endpoint.answers === 'file')
const keptCalls = kept.map(({ endpoint }) => ({ method: endpoint.method, path: new RegExp(`^/(api|antsxdp)/${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
const refusal = { status: 200, contentType: 'application/json', body: JSON.stringify({ code: 500, msg: 'held', problem: 'right_missing' }) }

export class OverlayFinder {
  readonly visitor: Visitor
  /** Where something opened, in order. */
  readonly found: string[] = []
  /** What acted at once, with the calls that it tried. */
  readonly acted: string[] = []
  /** Places that show nothing but that there is nothing. */
  readonly empty: string[] = []
  /** Builds of overlays that were judged in all views: the same build elsewhere differs in words only. */
  readonly #judged = new Set<string>()
  #tried: string[] = []
  #marks = 0

  constructor(visitor: Visitor) {
    this.visitor = visitor
  }

  get #page() {
    return this.visitor.page
  }

  async holdChanges(): Promise<void> {
    this.#page.on('dialog', (question) => void question.accept())
    await this.#page.route(
      ({ pathname }) => keptCalls.some(({ path }) => path.test(pathname)),
      (route: Route) => {
        const { pathname } = new URL(route.request().url())
        // What is read and written below one path is told apart by the method.
        const method = route.request().method()
        if (!keptCalls.some((one) => one.method === method && one.path.test(pathname))) return route.fallback()
        // A message that is looked at is read.
        if (!pathname.endsWith('/sys/message/read')) this.#tried.push(pathname)
        return route.fulfill(refusal)
      },
    )
  }

  /** Everything that opens on a screen, and on its views that have addresses of their own. */
  async sweepScreen(path: string): Promise<void> {
    const seen = new Set<string>()
    for (const places = [path]; places.length > 0;) {
      const place = places.shift()!
      if (seen.has(place)) continue
      seen.add(place)
      await this.#open(place)
      if ((await this.#page.locator('main [data-empty]:visible').count()) > 0) this.empty.push(place)
      places.push(...(await this.#pressAll(place, 'main')))
      await this.#sweepTicked(place)
    }
  }

  async #open(path: string): Promise<void> {
    // Anew: a kept view would show what it showed before. Views that are kept stand in the page, unseen.
    // What was put into the tray of records on the way is not wanted.
    const pending = await this.#page.evaluate(
      "Object.keys(localStorage).filter((key) => key.startsWith('record-tray')).map((key) => localStorage.removeItem(key)).length",
    )
    // Nor is what was put into a form: the page would ask before it is left.
    const isFree = await this.#page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    if (pending !== 0 || isFree === false) await this.#page.goto('about:blank')
    await this.visitor.open(`/redirect${path}`)
    await this.#page.locator(`main[data-screen="${path.split('?')[0]!}"]`).waitFor()
    await this.visitor.quiet()
    this.visitor.complaints.splice(0)
  }

  /** Numbers what can be pressed within, in the page's order. */
  async #openers(within: string): Promise<Opener[]> {
    const left = Object.keys(unpressed).join(', ')
    await this.#page.locator('[data-opener]').evaluateAll((all) => all.forEach((one) => one.removeAttribute('data-opener')))
    return this.#page.locator(`${within} button:not(${left})`).evaluateAll(
      (buttons, { rowsWithMenu, overlay }) =>
        buttons
          .filter((button) => {
            if (!button.checkVisibility({ visibilityProperty: true }) || button.disabled || button.getAttribute('aria-disabled') === 'true') return false
            // A skip link waits above the page.
            if (button.getBoundingClientRect().bottom + button.ownerDocument.defaultView!.scrollY <= 0) return false
            // What lies behind a dialog cannot be pressed.
            if (button.ownerDocument.querySelector('dialog[open]') && !button.closest(overlay)) return false
            const row = button.closest('tbody tr, li')
            const place = row ? [...row.parentElement!.children].filter((one) => one.querySelector('button')).indexOf(row) : 0
            return place < (button.getAttribute('aria-haspopup') === 'menu' ? rowsWithMenu : 1)
          })
          .map((button, number) => {
            button.setAttribute('data-opener', String(number))
            const label = button.getAttribute('aria-label') ?? button.textContent!.trim()
            return { label, isMenu: button.getAttribute('aria-haspopup') === 'menu' }
          }),
      { rowsWithMenu, overlay },
    )
  }

  /** @returns addresses of other views of the screen, which some buttons lead to */
  async #pressAll(place: string, within: string): Promise<string[]> {
    const views: string[] = []
    const offered = new Set<string>()
    const count = (await this.#openers(within)).length
    for (let number = 0; number < count; number += 1) {
      const opener = (await this.#openers(within))[number]
      if (!opener) break
      const name = `${place}: ${opener.label}`
      const { pressed, button } = await this.#press(name, () => this.#numbered(number, within))
      if (pressed === 'opened') {
        if (opener.isMenu) await this.#sweepMenu(name, button, number, within, offered)
        else await this.#judge(name, button, 0)
      } else if (pressed !== 'nothing') {
        const address = this.#page.url().split('#')[1]!
        if (pressed === 'left' && /\?(tab|view)=\w+$/.test(address) && address.split('?')[0] === place.split('?')[0]) views.push(address)
        await this.#open(place)
      }
    }
    return views
  }

  /** Each entry of an open menu that no menu before had. */
  async #sweepMenu(name: string, opener: ElementHandle, number: number, within: string, offered: Set<string>): Promise<void> {
    const entries = await this.#page
      .getByRole('menuitem')
      .evaluateAll((items) =>
        items
          .filter((item) => item.getAttribute('aria-disabled') !== 'true' && item.getAttribute('data-action') !== 'seen-as')
          .map((item) => ({ key: item.getAttribute('data-action') ?? item.textContent!, label: item.textContent! })),
      )
    const unseen = entries.filter(({ key }) => !offered.has(key))
    if (unseen.length === 0) return this.#escape(name, this.#fresh(), null)
    await this.#judge(name, opener, 1)
    for (const { key, label } of unseen) {
      offered.add(key)
      const button = await this.#click(() => this.#numbered(number, within))
      await this.#idle()
      const entry = `${name} › ${label}`
      const { pressed } = await this.#press(entry, () => this.#page.locator(`[role=menuitem][data-action="${key}"]`).elementHandle())
      if (pressed === 'opened') await this.#judge(entry, button, 0)
      else if (pressed !== 'nothing') await this.#open(name.split(': ')[0]!)
    }
  }

  /** What the bar opens over two ticked rows. */
  async #sweepTicked(place: string): Promise<void> {
    const actions = this.#page.locator('main [role=toolbar]:visible [data-action]:not([aria-disabled=true])')
    const keys = await actions.evaluateAll((all) => all.map((one) => one.getAttribute('data-action')!))
    for (const key of keys) {
      await this.#open(place)
      const ticks = this.#page.locator('main tr[data-row]:visible input[type=checkbox]')
      for (let row = 0; row < Math.min(2, await ticks.count()); row += 1) await ticks.nth(row).check()
      const action = this.#page.locator(`main [role=toolbar]:visible [data-action="${key}"]`)
      const name = `${place}: ticked rows › ${await action.textContent()}`
      const { pressed, button } = await this.#press(name, () => action.elementHandle())
      if (pressed === 'opened') await this.#judge(name, button, 0)
    }
  }

  /** What has opened since. */
  #fresh(): Locator {
    return this.#page.locator(`:is(${overlay}):not([data-known])`).last()
  }

  /** Neither the server nor the page has anything to do. */
  async #idle(): Promise<void> {
    await this.visitor.quiet()
    await this.#page.evaluate(idle)
  }

  /** Presses, and waits for what comes of it. */
  async #press(name: string, take: Take): Promise<{ pressed: Pressed; button: ElementHandle }> {
    const before = await this.#remember()
    const button = await this.#click(take)
    const pressed = await this.#outcome(before)
    if (pressed === 'acted') this.acted.push(`${name} (${this.#tried.join(', ')})`)
    return { pressed, button }
  }

  /** A row may be drawn anew between the look for its button and the click: then the new one is pressed. @returns what was pressed */
  async #click(take: Take): Promise<ElementHandle> {
    for (let attempt = 1; ; attempt += 1) {
      const button = await take()
      try {
        await button.click()
        return button
      } catch (cause) {
        if (attempt === mostAttempts || (await button.evaluate((element) => element.isConnected))) throw cause
        await this.#idle()
      }
    }
  }

  async #remember(): Promise<Before> {
    this.#tried = []
    this.visitor.complaints.splice(0)
    await this.#page.locator('[data-known]').evaluateAll((all) => all.forEach((one) => one.removeAttribute('data-known')))
    await this.#page.locator(overlay).evaluateAll((all) => all.forEach((one) => one.setAttribute('data-known', '')))
    return { address: this.#page.url(), build: await buildOf(this.#page.locator('main')) }
  }

  async #outcome(before: Before): Promise<Pressed> {
    await this.#idle()
    // What opens over another screen is that one's.
    if (screenOf(this.#page.url()) !== screenOf(before.address)) return this.#tried.length > 0 ? 'acted' : 'left'
    // A part that is loaded only now.
    if (/[?&]open=/.test(this.#page.url())) await this.#page.locator(overlay).first().waitFor()
    if ((await this.#fresh().count()) > 0) return 'opened'
    if (this.#tried.length > 0) return 'acted'
    if (this.#page.url() !== before.address) return 'left'
    // A part that is loaded without an address gives no sign of it meanwhile.
    await pause(loadedPartMs)
    await this.#idle()
    if ((await this.#fresh().count()) > 0) return 'opened'
    return (await buildOf(this.#page.locator('main'))) === before.build ? 'nothing' : 'changed'
  }

  /** What opened last, seen in its views, with what it opens itself; closed, it leaves everything as it was. */
  async #judge(name: string, opener: ElementHandle | null, depth: number): Promise<void> {
    this.found.push(name)
    const fresh = this.#fresh()
    const mark = `swept-${(this.#marks += 1)}`
    await fresh.evaluate((element, mark) => element.setAttribute('data-swept', mark), mark)
    const shown = this.#page.locator(`[data-swept="${mark}"]`)
    const isDialog = await shown.evaluate((element) => element.matches('dialog:not([role=alertdialog])'))
    const build = await buildOf(shown)
    const isNew = !this.#judged.has(build)
    this.#judged.add(build)
    if (isDialog && isNew) await expectSoundInViews(this.visitor, shown, name)
    else await expectSoundHere(this.visitor, shown, name, isNew)
    expectNone(this.#tried, `${name}: opening it changes nothing`)
    if (isDialog && isNew && depth < 2) await this.#sweepInner(name, shown, mark, depth)
    await this.#escape(name, shown, opener)
  }

  /** What a dialog opens itself, and what it turns into. */
  async #sweepInner(name: string, shown: Locator, mark: string, depth: number): Promise<void> {
    const within = `[data-swept="${mark}"] [data-body]`
    const count = Math.min(mostInner, (await this.#openers(within)).length)
    for (let number = 0; number < count; number += 1) {
      const opener = (await this.#openers(within))[number]
      if (!opener) return
      const inner = `${name} › ${opener.label}`
      const before = await buildOf(shown)
      const { pressed, button } = await this.#press(inner, () => this.#numbered(number, within))
      if (pressed === 'opened') await this.#judge(inner, button, depth + 1)
      else if (!(await shown.isVisible()) || pressed === 'left') return
      else if ((await buildOf(shown)) !== before) await expectSoundHere(this.visitor, shown, inner, true)
    }
  }

  /** Closed by Escape, it gives the focus back and has changed nothing. */
  async #escape(name: string, shown: Locator, opener: ElementHandle | null): Promise<void> {
    await this.#remember()
    await this.#page.keyboard.press('Escape')
    await this.#idle()
    // What was typed on the way is asked about.
    if ((await this.#fresh().count()) > 0) await this.#fresh().locator('button[type=submit]').click()
    await expectSoon(() => shown.isVisible(), false, `${name}: open after Escape`)
    // A row that became a card meanwhile has another button.
    const focus = () =>
      opener!.evaluate((element) => {
        const { activeElement } = element.ownerDocument!
        return !element.isConnected || activeElement === element ? 'back' : (activeElement as typeof element).outerHTML.slice(0, 200)
      })
    if (opener) await expectSoon(focus, 'back', `${name}: the focus after Escape`)
    expectNone(this.#tried, `${name}: closing it changes nothing`)
  }

  /** The button of this number, as they are numbered now. */
  async #numbered(number: number, within: string): Promise<ElementHandle> {
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      await this.#openers(within)
      const [button] = await this.#page.locator(`[data-opener="${number}"]`).elementHandles()
      if (button) return button
      await this.#idle()
    }
    throw new Error(`${this.#page.url()}: what could be pressed as number ${number} of ${within} is there no more`)
  }
}

/** Nothing on the page has changed for a moment; what changes for ever is not waited for. */
const idle = `new Promise((done) => {
  const settle = () => {
    watcher.disconnect()
    clearTimeout(last)
    done(null)
  }
  const last = setTimeout(settle, 3000)
  let timer = setTimeout(settle, 40)
  const watcher = new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(settle, 40)
  })
  watcher.observe(document, { subtree: true, childList: true, attributes: true })
})`

const screenOf = (address: string): string | undefined => address.split('#')[1]?.split('?')[0]

/** How something is built, whatever it says: its elements, by their nesting and classes. */
async function buildOf(part: Locator): Promise<string> {
  return part.evaluate((element) => element.innerHTML.replaceAll(/>[^<]+/g, '>').replaceAll(/ (?!class)[\w:-]+="[^"]*"/g, ''))
}

function expectNone(tried: readonly string[], message: string): void {
  expect(tried, message).toEqual([])
}

async function expectSoon(read: () => Promise<unknown>, wanted: unknown, message: string): Promise<void> {
  await expect.poll(read, { message }).toBe(wanted)
}
