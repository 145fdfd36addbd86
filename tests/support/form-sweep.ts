import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { readInput } from '@nameplane/contract/issues'
import type { Visitor } from './browser.ts'
import { adminPassword } from './platform.ts'
import { sentOnce } from './sent-once.ts'

/*
 * Fills a form as a person does, with values that its call's schema takes and that it did not hold before, saves it, opens it
 * again and compares. Which fields there are is read from the page; what may stand in them, from the contract.
 */
type Control = {
  /** The same in another opening of the form. */
  readonly key: string
  readonly name: string
  readonly kind: 'text' | 'secret' | 'tags' | 'select' | 'tick' | 'choice' | 'panel' | 'branch'
  readonly value: string
  readonly isFixed: boolean
  readonly options: readonly string[]
  readonly number: number
}
export type Shown = ReadonlyMap<string, string>

/** A search is no field. */
const controls = 'input:not([type=file], [type=search]), textarea, select, button[popovertarget], [role=treeitem]'
/** Values that no other text is: the secret of a key, a domain of the demo world. */
const known: Readonly<Record<string, string>> = { secret: Buffer.from('swept with every other field').toString('base64'), domains: 'north-pier.example' }
/** Ticks of one list of ticks. */
const mostTicks = 3
const roundsOfMending = 4

const newPassword = 'Quiet harbour, 74 boats'

let uses = 0
/** What a text may be, from the plainest on. */
const texts = (use: number): readonly string[] => [
  `swept-${use}`,
  `swept${use}.example`,
  `swept${use}@example.org`,
  String(13_800_140_000 + use),
  `https://swept${use}.example/`,
  `192.0.2.${use % 250}`,
  `${use % 60} 3 * * 2`,
  `/dns/domain/list?status=${use}`,
  'Europe/Berlin',
]
const numbers = ['7', '77', '600', '3600', '2', '1', '0']

const byPath = new Map<string, Endpoint>(endpoints.map(({ endpoint }) => [endpoint.path, endpoint]))

export class SweptForm {
  readonly #page: Page
  readonly #visitor: Visitor
  /** Where it is saved. */
  readonly endpoint: Endpoint
  readonly #form: Locator

  private constructor(visitor: Visitor, form: Locator, endpoint: Endpoint) {
    this.#visitor = visitor
    this.#page = visitor.page
    this.#form = form
    this.endpoint = endpoint
  }

  /** The form of the open dialog; null where none opens, or one that says no call. */
  static async opened(visitor: Visitor): Promise<SweptForm | null> {
    await visitor.quiet()
    const form = visitor.page.locator('dialog[open] form[data-call]')
    if ((await form.count()) === 0) return null
    return new SweptForm(visitor, form, byPath.get((await form.getAttribute('data-call'))!)!)
  }

  async #controls(): Promise<Control[]> {
    return this.#form.evaluate((form, controls) => {
      const seen = new Map<string, number>()
      for (const one of form.querySelectorAll('[data-control]')) one.removeAttribute('data-control')
      return [...form.querySelectorAll(controls)]
        .filter((one) => one.closest('details:not([open])') === null)
        .map((one, number) => {
          one.setAttribute('data-control', String(number))
          const type = one.getAttribute('type') ?? ''
          const tags = one.parentElement!.querySelector(':scope > datalist') !== null
          const isPanel = one.localName === 'button'
          const label = (isPanel ? null : one.labels?.[0]?.textContent) ?? one.getAttribute('aria-label') ?? one.textContent ?? ''
          const place = `${one.getAttribute('name') ?? ''}|${isPanel ? label.split(':')[0] : label.replace('*', '')}`
          const again = seen.get(place) ?? 0
          seen.set(place, again + 1)
          const kind = isPanel
            ? 'panel'
            : one.getAttribute('role') === 'treeitem'
              ? 'branch'
              : one.localName === 'select'
                ? 'select'
                : type === 'checkbox'
                  ? 'tick'
                  : type === 'radio'
                    ? 'choice'
                    : type === 'password'
                      ? 'secret'
                      : tags
                        ? 'tags'
                        : 'text'
          const value =
            kind === 'panel'
              ? label
              : kind === 'branch'
                ? (one.getAttribute('aria-checked') ?? '')
                : kind === 'tick' || kind === 'choice'
                  ? String(one.checked)
                  : kind === 'tags'
                    ? [...one.parentElement!.querySelectorAll(':scope > span')].map((tag) => tag.textContent).join(',')
                    : one.value
          return {
            key: `${place}|${again}`,
            name: one.getAttribute('name') ?? '',
            kind,
            value,
            isFixed: one.disabled === true || one.readOnly === true || !one.checkVisibility(),
            options: kind === 'select' ? [...one.options].map((option) => option.value) : [],
            number,
          } as const
        })
    }, controls)
  }

  /** What its fields hold, but for secrets. */
  async shown(): Promise<Shown> {
    for (;;) {
      const shown = (await this.#controls()).filter(({ kind }) => kind !== 'secret')
      // A name that a field has asked for is on its way.
      if (!shown.some(({ value }) => /(^|: |：)…$/.test(value))) return new Map(shown.map(({ key, value }) => [key, value]))
      await pause(20)
    }
  }

  /** Whether the call takes this for that field, whatever it says of the others. */
  #takes(name: string, value: unknown): boolean {
    const read = readInput(this.endpoint.input, nested(name, value))
    const isAbout = (path: string): boolean => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`)
    return read.isRight || !read.issues.some(({ path }) => isAbout(path.join('.')))
  }

  /** A value that the field takes and does not hold. */
  #valueFor({ name, kind, value }: Control, skip: number): string {
    uses += 1
    const isTaken = (one: string): boolean =>
      name === '' || (kind === 'tags' ? this.#takes(name, [one]) : this.#takes(name, one) || (/^\d+$/.test(one) && this.#takes(name, Number(one))))
    const fitting = [...texts(uses), ...numbers].filter((one) => one !== value && isTaken(one))
    return fitting[skip % fitting.length] ?? value
  }

  /** Fills every field once, those too that come with the choice of another. */
  async fill(): Promise<void> {
    await this.#form.locator('details:not([open]) > summary').evaluateAll((all) => all.forEach((one) => one.click()))
    const done = new Set<string>()
    const ticks = new Map<string, number>()
    for (;;) {
      const next = (await this.#controls()).find(({ key, isFixed }) => !isFixed && !done.has(key))
      if (!next) return
      done.add(next.key)
      const list = next.kind === 'tick' ? next.name : next.kind
      const before = ticks.get(list) ?? 0
      ticks.set(list, before + 1)
      if (next.kind === 'tick' && before >= mostTicks && !/^is|Due$/.test(next.name)) continue
      if ((next.kind === 'branch' || next.kind === 'panel') && before > 0) continue
      await this.#set(next, 0)
    }
  }

  async #set(control: Control, skip: number): Promise<void> {
    const one = this.#form.locator(`[data-control="${control.number}"]`)
    switch (control.kind) {
      case 'secret':
        if (control.name in known) return one.fill(known[control.name]!)
        // A new password is typed twice; else it is the caller's own.
        return one.fill((await this.#form.locator('[name=passwordAgain]').count()) > 0 ? newPassword : adminPassword)
      case 'text':
        return one.fill(this.#valueFor(control, skip))
      case 'tags':
        await one.fill(known[control.name] ?? this.#valueFor(control, skip))
        return one.press('Enter')
      case 'select': {
        const others = control.options.filter((option) => option !== control.value && option !== '')
        if (others.length > 0) await one.selectOption(others[skip % others.length]!)
        return
      }
      case 'tick':
        return one.click()
      case 'choice':
        return one.check()
      case 'branch': {
        await one.press('Space')
        // A tree may ask for something: where all went, another leaf comes instead.
        const leaves = this.#form.locator('[role=treeitem]:not([aria-expanded], [aria-disabled])')
        if ((await leaves.and(this.#page.locator('[aria-checked=true]')).count()) === 0 && (await leaves.count()) > 0) await leaves.last().press('Space')
        return
      }
      case 'panel': {
        await one.click()
        const options = this.#page.getByRole('listbox').getByRole('option')
        await options.nth(1).waitFor()
        await this.#visitor.quiet()
        return options.and(this.#page.locator('[aria-selected=false]')).last().click()
      }
    }
  }

  /**
   * Sends it, once though it is pressed twice; what the server alone refuses is filled in another way. @returns what it answered, and
   * what it was sent
   */
  async save(place: string): Promise<{ id: number | undefined; shown: Shown }> {
    for (let round = 1; ; round += 1) {
      const shown = await this.shown()
      const once = await sentOnce(this.#page, this.endpoint, () => this.#form.evaluate((form: { requestSubmit(): void }) => form.requestSubmit()))
      const answering = this.#page
        .waitForResponse((one) => one.request().method() === 'POST' && one.url().endsWith(`/${this.endpoint.path}`), { timeout: 5000 })
        .catch(() => null)
      await this.#page.locator('dialog[open] button[type=submit]').last().click()
      const answer = (await (await answering)?.json().catch(() => null)) as {
        code: number | string
        msg: string
        fields?: Record<string, string>
        data?: { id?: number }
      } | null
      if (answer) await once()
      if (answer && String(answer.code) === '1') return { id: answer.data?.id, shown }
      const alerts = await this.#form.getByRole('alert').allTextContents()
      const wrong = (await this.#controls()).filter(({ name }) => name !== '' && Object.hasOwn(answer?.fields ?? {}, name))
      if (round === roundsOfMending || wrong.length === 0) throw new Error(`${place} is refused: ${JSON.stringify(answer)} ${alerts.join('; ')}`)
      for (const control of wrong) await this.#set(control, round)
    }
  }
}

function nested(name: string, value: unknown): unknown {
  return name.split('.').reduceRight((inner, part) => ({ [part]: inner }), value)
}

/** What is different in fields that both have. */
export function differing(saved: Shown, reopened: Shown): string[] {
  return [...saved]
    .filter(([key, value]) => reopened.has(key) && reopened.get(key) !== value)
    .map(([key, value]) => `${key}: typed “${value}”, reopened “${reopened.get(key)}”`)
}
